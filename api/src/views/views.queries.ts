/** Saved views of lists (DECISIONS §11): read by their author, those of a group by its members. */
import { sql, type Generated, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { CONSOLE_PATHS } from 'contract/console-paths';
import { AREAS } from 'contract/console-config';
import type { Group } from 'contract/session';
import { MAX_VIEWS, type View, type ViewCreate, type ViewList, type ViewPatch } from 'contract/views';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { lockUser } from '../database/lock-user';
import type { Caller } from '../http/access';
import { conflictOn, InvalidInput, NotAllowed, NotFound, RuleBroken } from '../http/errors';
import { laterThanBefore, requireUnchanged } from '../records/if-match';

declare module '../database/connection' {
  interface Tables {
    views: {
      id: Generated<number>;
      user_id: number;
      list: string;
      name: string;
      query: string;
      columns: string[];
      density: View['density'];
      position: number;
      is_default: boolean;
      group_name: Group | null;
      created_at: Generated<string>;
      updated_at: Generated<string>;
      updated_by: number | null;
    };
  }
}

const COLUMNS = [
  'id',
  'user_id',
  'list',
  'name',
  'query',
  'columns',
  'density',
  'position',
  'is_default',
  'group_name',
  'updated_at',
  'updated_by',
] as const;

/** A view as it is stored, and as the audit log keeps it. */
type Row = Pick<View, 'list' | 'name' | 'query' | 'columns' | 'density' | 'position' | 'is_default' | 'group_name'> & {
  id: number;
  user_id: number;
  updated_at: string;
  updated_by: number | null;
};

const OTHERS_DEFAULT = 'is_default: This group has another default view of this list, which is not yours to change';
const NO_LIST = { loc: ['body', 'list'], msg: 'List must be one of the console', type: 'list' };
/** How many views a person has, of all lists. */
const MAX_VIEWS_IN_ALL = 300;
/** The lists by their names: of each screen's address, the words joined by hyphens. */
const LISTS: ReadonlySet<string> = new Set(CONSOLE_PATHS.map((path) => path.slice(1)));
/** Whether there is, or may be, such a list: which screens a remote adds below its area's name only the browser knows. */
const isList = (name: string) => LISTS.has(name) || AREAS.some((area) => name.startsWith(`${area}-`));
const administers = (caller: Caller) => caller.groups.includes('AaasAdmin');

/** The condition that the person reads a view. */
const isRead = ({ userId, groups }: Caller): RawBuilder<boolean> =>
  sql<boolean>`(user_id = ${userId} or group_name = any(${[...groups]}::text[]))`;

/** The condition that the person may change a view. */
const mayChange = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`(user_id = ${caller.userId} or (group_name is not null and ${administers(caller)}::boolean))`;

/** Views as responses have them. */
const shown = (db: Kysely<Tables>, caller: Caller) =>
  db
    .selectFrom('views')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['views.id', 'list', 'name', 'query', 'columns', 'density', 'position', 'is_default', 'group_name'])
    .select(['users.username as created_by_username', mayChange(caller).as('may_change'), 'views.updated_at']);

/** The views of a list that the person reads: what they saved, in their order, then what others did for their groups. */
export async function listViews(db: Kysely<Tables>, caller: Caller, list: string): Promise<ViewList> {
  const items = await shown(db, caller)
    .where('list', '=', list)
    .where(isRead(caller))
    .orderBy(sql`user_id <> ${caller.userId}`)
    .orderBy(sql`case when user_id <> ${caller.userId} then group_name end`)
    .orderBy('user_id')
    .orderBy('position')
    .orderBy('views.id')
    .execute();
  return { items: items.map((view) => withinReach(caller, view)) };
}

/**
 * A colleague's view without what it asks of a company out of reach, for its words and tags are that company's, too. The
 * company stays, so that the screen says what it left out.
 */
function withinReach({ username, everyCompany, companyIds }: Caller, view: View): View {
  if (everyCompany || view.created_by_username === username) return view;
  const query = new URLSearchParams(view.query);
  if (query.getAll('company_id').every((id) => companyIds.includes(Number(id)))) return view;
  const kept = [...query].filter(([name]) => name === 'company_id' || name === 'sort_by');
  return { ...view, query: String(new URLSearchParams(kept)) };
}

const find = async (db: Kysely<Tables>, caller: Caller, id: number): Promise<View> =>
  withinReach(caller, await shown(db, caller).where('views.id', '=', id).executeTakeFirstOrThrow());

/** Saves a view. Throws RuleBroken for a group that is not the person's and for one view too many, and as `unsetDefault`. */
export function createView(db: Kysely<Tables>, caller: Caller, body: ViewCreate): Promise<View> {
  const { position = MAX_VIEWS, columns = [], ...sent } = body;
  return db.transaction().execute(async (transaction) => {
    const { userId } = caller;
    const values = { query: '', density: 'comfortable', is_default: false, group_name: null, ...sent } as const;
    requireOwnGroup(caller, values.group_name);
    if (!isList(values.list)) throw new InvalidInput([NO_LIST]);
    await lockUser(transaction, userId);
    const { count, inAll } = await transaction
      .selectFrom('views')
      .select(sql<number>`count(*) filter (where list = ${values.list})`.as('count'))
      .select(sql<number>`count(*)`.as('inAll'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (inAll >= MAX_VIEWS_IN_ALL) throw new RuleBroken(`You can save at most ${MAX_VIEWS_IN_ALL} views`);
    if (count >= MAX_VIEWS) throw new RuleBroken(`You can save at most ${MAX_VIEWS} views of a list`);
    if (values.is_default) await unsetDefault(transaction, caller, { ...values, user_id: userId, id: 0 });
    const row = await transaction
      .insertInto('views')
      .values({ ...values, columns: distinct(columns), user_id: userId, position: count, updated_by: userId })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
      .catch(conflictOn('views_group_default', OTHERS_DEFAULT));
    await moveTo(transaction, row, position);
    const after = await rowOf(transaction, row.id);
    await audit(transaction, caller, { action: 'create', resource: 'view', recordId: row.id, after });
    return find(transaction, caller, row.id);
  });
}

/**
 * The sent fields of a view are set. Throws NotFound, NotAllowed for a member of the view's group who is neither its author
 * nor in AaasAdmin, ChangedMeanwhile (see `requireUnchanged`), RuleBroken as `createView`, and as `unsetDefault`.
 */
export function updateView(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  { position, columns, ...changes }: ViewPatch,
  ifMatch: string | null,
): Promise<View> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockView(transaction, caller, id);
    requireMember(caller, before, { position, columns, ...changes });
    await requireUnchanged(transaction, ifMatch, 'view', before);
    const { group_name: group = before.group_name } = changes;
    if (group !== before.group_name) {
      requireOwnGroup(caller, group);
      if (group === null && before.user_id !== caller.userId)
        throw new RuleBroken('Only its author can take a view back from its group');
    }
    const wanted = { ...before, ...changes };
    if (wanted.is_default) await unsetDefault(transaction, caller, wanted);
    await transaction
      .updateTable('views')
      .set({ ...changes, ...(columns && { columns: distinct(columns) }) })
      .set({ updated_by: caller.userId, updated_at: laterThanBefore })
      .where('id', '=', id)
      .execute()
      .catch(conflictOn('views_group_default', OTHERS_DEFAULT));
    if (position !== undefined) await moveTo(transaction, before, position);
    const after = await rowOf(transaction, id);
    await audit(transaction, caller, { action: 'update', resource: 'view', recordId: id, before, after });
    return find(transaction, caller, id);
  });
}

/** Deletes a view; throws NotFound, or NotAllowed as `updateView`. */
export const deleteView = (db: Kysely<Tables>, caller: Caller, id: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const before = await lockView(transaction, caller, id);
    await transaction.deleteFrom('views').where('id', '=', id).execute();
    await moveTo(transaction, { ...before, id: 0 }, MAX_VIEWS);
    await audit(transaction, caller, { action: 'delete', resource: 'view', recordId: id, before });
  });

const distinct = (columns: readonly string[]) => [...new Set(columns)];

/** Rejects a group that the person is not in. */
function requireOwnGroup({ groups }: Caller, group: Group | null): void {
  if (group !== null && !groups.includes(group))
    throw new RuleBroken('You can share a view only with a group that you are in');
}

/** Of a view that they shared and whose group they have left, its author may make it their own again, nothing else. */
function requireMember(caller: Caller, before: Row, sent: ViewPatch): void {
  if (before.group_name === null || administers(caller) || caller.groups.includes(before.group_name)) return;
  const changed = Object.entries(sent).filter(
    ([field, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field as keyof ViewPatch]),
  );
  if (sent.group_name !== null || changed.length > 1)
    throw new NotAllowed('You have left the group of this view: you can delete it or make it your own, nothing else');
}

const rowOf = (db: Kysely<Tables>, id: number): Promise<Row> =>
  db.selectFrom('views').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow();

/** A view that the person may change, locked with its author's others. */
async function lockView(transaction: Transaction<Tables>, caller: Caller, id: number): Promise<Row> {
  const known = await transaction.selectFrom('views').select('user_id').where('id', '=', id).executeTakeFirst();
  // The author first: whoever holds one of the views and waits for the others would wait for ever.
  if (known) await lockUser(transaction, known.user_id);
  const found = await transaction
    .selectFrom('views')
    .select(COLUMNS)
    .select(mayChange(caller).as('may_change'))
    .where('id', '=', id)
    .where(sql<boolean>`(${isRead(caller)} or ${mayChange(caller)})`)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('View not found');
  const { may_change: isAllowed, ...row } = found;
  if (!isAllowed) throw new NotAllowed('Only its author or a member of AaasAdmin can change this view');
  return row;
}

/**
 * Makes room for a default: the one that was it, of the person or of the group, is not one any more. Another author's view of
 * the group stays, and the unique index then rejects the second (Conflict), unless the person may change it.
 */
const unsetDefault = (
  transaction: Transaction<Tables>,
  caller: Caller,
  { id, user_id, list, group_name }: Pick<Row, 'id' | 'user_id' | 'list' | 'group_name'>,
) =>
  transaction
    .updateTable('views')
    .set({ is_default: false, updated_by: caller.userId, updated_at: laterThanBefore })
    .where('list', '=', list)
    .where('id', '<>', id)
    .where('is_default', '=', true)
    .where(group_name === null ? sql<boolean>`group_name is null` : sql<boolean>`group_name = ${group_name}`)
    .where(group_name === null ? sql<boolean>`user_id = ${user_id}` : mayChange(caller))
    .execute();

/** Puts a view to a place among its author's of the list and renumbers them; one that is gone (0) leaves no gap. */
async function moveTo(
  transaction: Transaction<Tables>,
  { id, user_id, list }: Pick<Row, 'id' | 'user_id' | 'list'>,
  position: number,
): Promise<void> {
  const others = await transaction
    .selectFrom('views')
    .select('id')
    .where('user_id', '=', user_id)
    .where('list', '=', list)
    .where('id', '<>', id)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const order = others.map((view) => view.id).toSpliced(position, 0, ...(id ? [id] : []));
  await sql`update views set position = place - 1
    from unnest(${order}::int[]) with ordinality as placed (view_id, place)
    where id = view_id and position <> place - 1`.execute(transaction);
}
