/** Naming rules in the database, and what they make of the names of ads (DECISIONS §16). */
import { sql, type Kysely } from 'kysely';
import {
  namingRule,
  type NamingApplied,
  type NamingPreview,
  type NamingPreviewQuery,
  type NamingRule,
  type NamingRulePatch,
  type NamingRuleWrite,
} from 'contract/ads/naming-rules';
import { NOUNS } from 'contract/nouns';
import type { Actor } from '../database/audit';
import type { Tables } from '../database/connection';
import { anyOf, contains } from '../database/list';
import { requireCompany, type Caller, type CompanyAccess } from '../http/access';
import { InvalidInput } from '../http/errors';
import type { Table } from '../records/columns';
import { recordsOf } from '../records/records';
import { searchedBy } from '../records/search';
import { addTagsToEach } from '../tags/resource-tags.queries';
import { TAGGABLES } from '../tags/taggable';
import { readPattern, tagsOfName, type NameTags, type NamingPattern } from './naming-pattern';

declare module '../database/connection' {
  interface Tables {
    naming_rules: Table<typeof namingRule>;
  }
}

/** Whether a rule's author may tag the ads of its company: else it has ended. */
export const isActive = sql<boolean>`exists (
  select from users
  where users.id = naming_rules.updated_by and disabled_at is null and deleted_at is null
    and exists (
      select from user_groups where user_id = users.id and group_name = any(${[...NOUNS.facebook_ad.writers]}::text[]))
    and (exists (select from user_groups where user_id = users.id and group_name = 'AaasAdmin')
      or exists (
        select from memberships where user_id = users.id and memberships.company_id = naming_rules.company_id)))`;

/** The regular calls on rules. */
export const namingRules = recordsOf({
  noun: namingRule,
  table: 'naming_rules',
  conflict: { constraint: 'naming_rules_key', message: 'This company has a naming rule of that name.' },
  computed: { state: sql<NamingRule['state']>`case when ${isActive} then 'active' else 'ended' end` },
  searched: searchedBy('name'),
  sorts: {},
  filters: { search: (text) => anyOf([contains('name', text), contains('pattern', text)]) },
});

/** A pattern that a request has; throws InvalidInput where it is wrong. */
function patternIn(where: 'body' | 'query', text: string): NamingPattern {
  const pattern = readPattern(text);
  if (typeof pattern === 'string') throw new InvalidInput([{ loc: [where, 'pattern'], msg: pattern, type: 'pattern' }]);
  return pattern;
}

/** Adds a rule. Throws as a regular POST, and InvalidInput for a wrong pattern. */
export const createNamingRule = (db: Kysely<Tables>, caller: Caller, body: NamingRuleWrite): Promise<NamingRule> => {
  patternIn('body', body.pattern);
  return namingRules.create(db, caller, body);
};

/** Writes the sent fields of a rule, whose author its caller then is. Throws as a regular PATCH, and InvalidInput as above. */
export const updateNamingRule = (
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  body: NamingRulePatch,
  ifMatch: string | null,
): Promise<NamingRule> => {
  if (body.pattern !== undefined) patternIn('body', body.pattern);
  return namingRules.update(db, caller, id, body, ifMatch);
};

interface NamedAd {
  readonly id: number;
  readonly ad_name: string;
  readonly tag_ids: readonly number[];
}

/** So many ads are looked at in one go, and tagged in one transaction. */
const PART = 1000;

async function adsBehind(db: Kysely<Tables>, companyId: number, afterId: number): Promise<NamedAd[]> {
  const { rows } = await sql<NamedAd>`
    select id, ad_name, tag_ids from facebook_ads
    where company_id = ${companyId} and id > ${afterId} order by id limit ${PART}`.execute(db);
  return rows;
}

/** The keys of a company's tags by their ids. */
async function tagKeys(db: Kysely<Tables>, companyId: number): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name_key: string }>`
    select id, name_key from tags where company_id = ${companyId} and resource_type = 'facebook_ad'`.execute(db);
  return new Map(rows.map(({ id, name_key }) => [id, name_key]));
}

/** Whether a name gives an ad a tag that it does not carry. */
function hasMore({ tags }: NameTags, { tag_ids }: NamedAd, keys: ReadonlyMap<number, string>): boolean {
  const carried = new Set(tag_ids.map((id) => keys.get(id)));
  return [...tags.keys()].some((key) => !carried.has(key));
}

const [MOST_TAGS, MOST_EXAMPLES] = [30, 5];

/**
 * The tags that a pattern reads off the names of all ads of a company. Throws NotFound for a company that is not the
 * caller's, InvalidInput for a wrong pattern.
 */
export async function previewNaming(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, pattern: text }: NamingPreviewQuery,
): Promise<NamingPreview> {
  const pattern = patternIn('query', text);
  await requireCompany(db, caller, company_id);
  const keys = await tagKeys(db, company_id);
  const known = new Set(keys.values());
  const found = { ad_count: 0, matched_count: 0, changed_count: 0, unfit_count: 0 };
  const tags = new Map<string, { name: string; ad_count: number; is_new: boolean }>();
  const examples: NamingPreview['examples'] = [];
  const unmatched: NamingPreview['unmatched'] = [];
  for (let part = await adsBehind(db, company_id, 0); part.length; part = await behind(part)) {
    found.ad_count += part.length;
    for (const ad of part) {
      const { id, ad_name: name } = ad;
      const read = tagsOfName(pattern, name);
      if (!read) {
        if (unmatched.length < MOST_EXAMPLES) unmatched.push({ id, name });
        continue;
      }
      found.matched_count += 1;
      found.unfit_count += read.unfit;
      if (hasMore(read, ad, keys)) found.changed_count += 1;
      if (examples.length < MOST_EXAMPLES) examples.push({ id, name, tags: [...read.tags.values()] });
      for (const [key, tag] of read.tags) {
        const one = tags.get(key) ?? { name: tag, ad_count: 0, is_new: !known.has(key) };
        one.ad_count += 1;
        tags.set(key, one);
      }
    }
  }
  const all = [...tags.values()].sort((one, other) => other.ad_count - one.ad_count);
  return {
    ...found,
    tag_count: all.length,
    new_tag_count: all.filter(({ is_new }) => is_new).length,
    tags: all.slice(0, MOST_TAGS),
    examples,
    unmatched,
  };

  function behind(part: readonly NamedAd[]): Promise<NamedAd[]> | NamedAd[] {
    return part.length < PART ? [] : adsBehind(db, company_id, part.at(-1)?.id ?? 0);
  }
}

/**
 * Gives the next thousand ads of a rule's company the tags of their names. `who` may be a person or the rule itself; the
 * audit log has what was done by them. Of several calls the last one's count is that of the run.
 */
export async function applyNamingRule(
  db: Kysely<Tables>,
  who: Actor & CompanyAccess,
  rule: Pick<NamingRule, 'id' | 'company_id' | 'pattern'>,
  afterId: number,
): Promise<NamingApplied> {
  const pattern = patternIn('body', rule.pattern);
  const [ads, keys] = [await adsBehind(db, rule.company_id, afterId), await tagKeys(db, rule.company_id)];
  const wanted = ads.flatMap((ad) => {
    const read = tagsOfName(pattern, ad.ad_name);
    return read && hasMore(read, ad, keys) ? [{ id: ad.id, tags: [...read.tags.values()] }] : [];
  });
  const { changed, full } = wanted.length
    ? await addTagsToEach(db, who, TAGGABLES.facebook_ad, rule.company_id, wanted)
    : { changed: 0, full: 0 };
  // The first part begins the count again; none makes somebody's open form out of date.
  await sql`
    update naming_rules
    set last_run_at = clock_timestamp(),
      last_run_count = ${changed}::int + case when ${afterId > 0} then coalesce(last_run_count, 0) else 0 end
    where id = ${rule.id}`.execute(db);
  return {
    changed_count: changed,
    full_count: full,
    next_after_id: ads.length < PART ? null : (ads.at(-1)?.id ?? null),
  };
}
