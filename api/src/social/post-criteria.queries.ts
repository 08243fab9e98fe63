/** Post criteria in the database: one set a company (DECISIONS §8). */
import { sql, type Generated, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Paged } from '../../contract/paging';
import {
  POST_CRITERIA_DEFAULT_SORT,
  type POST_CRITERIA_SORTS,
  type PostCriteria,
  type PostCriteriaListQuery,
  type PostCriteriaPatch,
  type PostCriteriaWrite,
} from '../../contract/social/post-criteria';
import { demandCompany, inReach, type Caller } from '../http/access';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotFound, taken } from '../http/errors';
import { demandUnchanged, laterThanBefore } from '../records/if-match';
import { byText, byValue, contains, listPage, type Listing } from '../database/list';

interface PostCriteriaTable {
  id: Generated<number>;
  company_id: number;
  description: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  updated_by: number | null;
}

declare module '../database/connection' {
  interface Tables {
    social_media_post_criteria: PostCriteriaTable;
  }
}

type PostCriteriaRow = Selectable<PostCriteriaTable>;

const LISTING: Listing<(typeof POST_CRITERIA_SORTS)[number]> = {
  sorts: {
    company__name: byText('companies.name'),
    description: byText('description'),
    created_at: byValue('criteria.created_at'),
    updated_at: byValue('criteria.updated_at'),
  },
  defaultSort: POST_CRITERIA_DEFAULT_SORT,
  id: 'criteria.id',
};

/** The criteria in the caller's reach, as answers have them. */
const visible = (db: Kysely<Tables>, caller: Caller) =>
  db
    .selectFrom('social_media_post_criteria as criteria')
    .innerJoin('companies', 'companies.id', 'criteria.company_id')
    .where(inReach(caller, 'criteria.company_id'))
    .select([
      'criteria.id',
      'criteria.company_id',
      'companies.name as company_name',
      'criteria.description',
      'criteria.created_at',
      'criteria.updated_at',
    ]);

/** One page of the criteria of the caller's companies. */
export async function listPostCriteria(
  db: Kysely<Tables>,
  caller: Caller,
  query: PostCriteriaListQuery,
): Promise<Paged<PostCriteria>> {
  const { company_id, search } = query;
  await demandCompany(db, caller, company_id);
  let selected = visible(db, caller);
  if (company_id !== undefined) selected = selected.where('criteria.company_id', '=', company_id);
  if (search !== undefined)
    selected = selected.where(
      sql<boolean>`(${contains('criteria.description', search)} or ${contains('companies.name', search)})`,
    );
  return listPage(selected, LISTING, query);
}

const missing = () => new NotFound('Criteria not found');

/** One set of criteria; throws NotFound. */
export async function findPostCriteria(db: Kysely<Tables>, caller: Caller, id: number): Promise<PostCriteria> {
  return visible(db, caller).where('criteria.id', '=', id).executeTakeFirstOrThrow(missing);
}

const companyTaken = taken(
  'social_media_post_criteria_company_key',
  'Each company can have only one set of social media post criteria.',
);

/** New criteria; throws NotFound for a company out of reach, Taken for one that has criteria. */
export async function createPostCriteria(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, description }: PostCriteriaWrite,
): Promise<PostCriteria> {
  return db
    .transaction()
    .execute(async (transaction) => {
      await demandCompany(transaction, caller, company_id);
      const row = await transaction
        .insertInto('social_media_post_criteria')
        .values({ company_id, description: description.trim(), updated_by: caller.userId })
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(transaction, caller, { action: 'create', resource: RESOURCE, recordId: row.id, after: row });
      return findPostCriteria(transaction, caller, row.id);
    })
    .catch(companyTaken);
}

const RESOURCE = 'social_media_post_criteria';

/** The sent fields are set; throws NotFound or ChangedMeanwhile (see `demandUnchanged`). */
export async function updatePostCriteria(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  { description }: PostCriteriaPatch,
  ifMatch: string | null,
): Promise<PostCriteria> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockPostCriteria(transaction, caller, id);
    await demandUnchanged(transaction, ifMatch, 'set of criteria', before);
    const after = await transaction
      .updateTable('social_media_post_criteria')
      .set({ description: description?.trim(), updated_by: caller.userId, updated_at: laterThanBefore })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(transaction, caller, { action: 'update', resource: RESOURCE, recordId: id, before, after });
    return findPostCriteria(transaction, caller, id);
  });
}

/** Removes criteria; throws NotFound. */
export async function deletePostCriteria(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await lockPostCriteria(transaction, caller, id);
    await transaction.deleteFrom('social_media_post_criteria').where('id', '=', id).execute();
    await audit(transaction, caller, { action: 'delete', resource: RESOURCE, recordId: id, before });
  });
}

const lockPostCriteria = (transaction: Transaction<Tables>, caller: Caller, id: number): Promise<PostCriteriaRow> =>
  transaction
    .selectFrom('social_media_post_criteria')
    .selectAll()
    .where('id', '=', id)
    .where(inReach(caller, 'company_id'))
    .forUpdate()
    .executeTakeFirstOrThrow(missing);
