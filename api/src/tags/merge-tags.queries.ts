/** Turning every use of one tag into one of another (DECISIONS §6). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tag, TagMerge } from 'contract/tag-calls';
import { RESOURCE_TYPES, tagKey, type ResourceType } from 'contract/tags';
import { isNamed } from '../company/named-company';
import { audit, OPERATOR, type Actor } from '../database/audit';
import type { Tables } from '../database/connection';
import { requireCompany, type Caller, type CompanyAccess } from '../http/access';
import { NotFound, RuleBroken } from '../http/errors';
import { writableTypes } from './taggable';
import { insertTag, lockTags, missingTag, notWritable, visibleTags } from './tags.queries';

/** The most uses that a person's merge moves; more take longer than a person's call may. */
export const MAX_MERGED_USES = 100_000;

/**
 * Turns every use of one tag into one of another, over the type that is named or every type that the caller may write, and
 * removes the first. The second is made where it is missing; where it is the first in another spelling, the tag is spelt so
 * from now on. Throws NotFound when no type has the first, NotAllowed for a type that the caller may not write, RuleBroken
 * for a tag into itself and for more than `mostUses` uses. Returns the second as it is now.
 */
export async function mergeTags(
  db: Kysely<Tables>,
  caller: Caller,
  body: TagMerge,
  mostUses = MAX_MERGED_USES,
): Promise<{ items: Tag[] }> {
  const { resource_type: type } = body;
  const writable = writableTypes(caller);
  if (type && !writable.includes(type)) throw notWritable();
  await requireCompany(db, caller, body.company_id);
  return db.transaction().execute(async (transaction) => {
    return { items: await merge(transaction, caller, body, { types: type ? [type] : writable, mostUses }) };
  });
}

/** A merge as the operator asks for it: the company by id or slug, one type or every one. */
export interface OperatorMerge extends Omit<TagMerge, 'company_id' | 'resource_type'> {
  readonly company: string;
  readonly type: ResourceType | undefined;
}

/** The same for the operator, however many uses there are. Throws NotFound also for a company that is not there. */
export async function mergeTagsAsOperator(
  db: Kysely<Tables>,
  { company, type, ...tags }: OperatorMerge,
): Promise<Tag[]> {
  return db.transaction().execute(async (transaction) => {
    const { id: company_id } = await transaction
      .selectFrom('companies')
      .select('id')
      .where(isNamed(company))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(() => new NotFound(`There is no company with the id or slug '${company}'`));
    const types = type === undefined ? RESOURCE_TYPES : [type];
    return merge(transaction, EVERYWHERE, { ...tags, company_id }, { types, mostUses: Infinity });
  });
}

const EVERYWHERE = { ...OPERATOR, everyCompany: true, companyIds: [] };

async function merge(
  transaction: Transaction<Tables>,
  who: Actor & CompanyAccess,
  { company_id, from_tag, to_tag }: TagMerge,
  { types, mostUses }: { types: readonly ResourceType[]; mostUses: number },
): Promise<Tag[]> {
  await lockTags(transaction, who, [company_id]);
  const named = (name: string) =>
    visibleTags(transaction, who, types)
      .where('company_id', '=', company_id)
      .where('name_key', '=', tagKey(name))
      .orderBy('resource_type');
  const sources = await named(from_tag).execute();
  if (!sources.length) throw missingTag();
  if (tagKey(from_tag) === tagKey(to_tag)) await respell(transaction, who, sources, to_tag.trim());
  else {
    const uses = sources.reduce((sum, { usage_count }) => sum + usage_count, 0);
    if (uses > mostUses)
      throw new RuleBroken(
        `This tag has more than ${mostUses.toLocaleString('en-US')} uses. Please ask the operator to merge it: console tags merge`,
      );
    const targets = await named(to_tag).execute();
    for (const source of sources) {
      const { resource_type } = source;
      const target =
        targets.find((tag) => tag.resource_type === resource_type) ??
        (await insertTag(transaction, who, { name: to_tag, company_id, resource_type }));
      await moveUses(transaction, source, target);
      await takeLaterDay(transaction, source, target);
      await transaction.deleteFrom('tags').where('id', '=', source.id).execute();
      await noteMerge(transaction, who, source, { id: target.id, name: target.name });
    }
  }
  const merged = sources.map(({ resource_type }) => resource_type);
  return named(to_tag).where('resource_type', 'in', merged).execute();
}

/** The same tags under another spelling: nothing moves, so how often they are used does not matter. */
async function respell(transaction: Transaction<Tables>, actor: Actor, tags: readonly Tag[], name: string) {
  const others = tags.filter((tag) => tag.name !== name);
  if (!others.length) throw new RuleBroken('A tag cannot be merged into itself');
  for (const tag of others) {
    await transaction.updateTable('tags').set({ name }).where('id', '=', tag.id).execute();
    await noteMerge(transaction, actor, tag, { id: tag.id, name });
  }
}

const noteMerge = (transaction: Transaction<Tables>, actor: Actor, before: Tag, after: { id: number; name: string }) =>
  audit(transaction, actor, { action: 'merge', resource: 'tag', recordId: before.id, before, after });

/** The second was last used when either of the two was. */
const takeLaterDay = (transaction: Transaction<Tables>, source: { id: number }, target: { id: number }) =>
  sql`
    update tags set last_used_on = source.last_used_on from tags source
    where tags.id = ${target.id} and source.id = ${source.id}
      and source.last_used_on > coalesce(tags.last_used_on, '-infinity')`.execute(transaction);

// So many uses are moved in no time by whatever way the planner takes.
const FEW_USES = 1000;

// A use is moved, not made again: whoever deletes a resource meanwhile takes its uses along. What carries both tags keeps
// its use of the target; the source's goes with the source. Of many uses no nested loop, whatever the planner's statistics
// say of the two tags: each of 100,000 uses would read all that this statement moved before it.
const moveUses = async (
  transaction: Transaction<Tables>,
  source: { id: number; resource_type: ResourceType; usage_count: number },
  target: { id: number },
) => {
  const areMany = source.usage_count > FEW_USES;
  if (areMany) await sql`set local enable_nestloop = off`.execute(transaction);
  await sql`
    update tag_uses u set tag_id = ${target.id}
    where u.resource_type = ${source.resource_type} and u.tag_id = ${source.id} and not exists (
      select from tag_uses other
      where other.resource_type = u.resource_type and other.resource_id = u.resource_id and other.tag_id = ${target.id})
  `.execute(transaction);
  if (areMany) await sql`set local enable_nestloop = on`.execute(transaction);
};
