/** Adding many posts, setting their status and deleting them: each one transaction (DECISIONS §8). */
import { sql, type Kysely } from 'kysely';
import type { BulkAnswer } from '../../contract/bulk';
import { brokenRule } from '../../contract/rules';
import {
  POST_DEFAULT_STATUS,
  postUrl,
  type PostBulkCreate,
  type PostBulkCreated,
  type PostBulkDelete,
  type PostBulkStatus,
} from '../../contract/social/posts';
import { demandCompany, type Caller } from '../http/access';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { InvalidInput } from '../http/errors';
import { filledLines } from './lines';
import { AUDITED, MISSING, POST_TAKEN, RESOURCE } from './posts.queries';
import { deleteInBulk, updateStatusInBulk } from '../records/rows-in-bulk';

/**
 * Adds posts by their URLs. A line that is no URL, stands in the list before or is there already is named in the answer.
 * Throws InvalidInput when every line is blank, NotFound for a company out of reach.
 */
export async function createPosts(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, platform, status = POST_DEFAULT_STATUS, urls }: PostBulkCreate,
): Promise<PostBulkCreated> {
  const lines = filledLines(urls);
  if (!lines.length) {
    const msg = 'Please enter at least one URL';
    throw new InvalidInput([{ loc: ['body', 'urls'], msg, type: 'blank' }]);
  }
  const good = [...new Set(lines)].filter((url) => brokenRule(postUrl, true, url) === null);
  return db.transaction().execute(async (transaction) => {
    await demandCompany(transaction, caller, company_id);
    // In the order of the key: two who add the same list wait for each other, and never for each other at once.
    const { rows } = await sql<{ id: number; url: string }>`
      insert into social_media_posts (company_id, url, platform, status, created_by, updated_by)
      select ${company_id}, url, ${platform}, ${status}, ${caller.userId}, ${caller.userId}
      from unnest(${good}::text[]) as url
      order by md5(url)
      on conflict do nothing
      returning ${sql.join(AUDITED.map((column) => sql.ref(column)))}`.execute(transaction);
    await audit(
      transaction,
      caller,
      ...rows.map((row) => ({ action: 'create', resource: RESOURCE, recordId: row.id, after: row })),
    );
    const errors = mistakesIn(lines, new Set(rows.map(({ url }) => url)));
    return { success_count: rows.length, error_count: errors.length, errors };
  });
}

/** The lines that were not taken, in their order; `made` was made from the first line that says so. */
function mistakesIn(lines: readonly string[], made: ReadonlySet<string>): PostBulkCreated['errors'] {
  const seen = new Set<string>();
  return lines.flatMap((url) => {
    const isRepeated = seen.has(url);
    seen.add(url);
    if (isRepeated) return { url, msg: 'This URL stands in the list twice' };
    return made.has(url) ? [] : { url, msg: brokenRule(postUrl, true, url) ?? POST_TAKEN };
  });
}

const POSTS = { table: 'social_media_posts', resource: RESOURCE, columns: AUDITED, missing: MISSING } as const;

/** Sets the status of a company's posts; an absent message keeps each one's own. */
export const updatePostStatus = (db: Kysely<Tables>, caller: Caller, body: PostBulkStatus): Promise<BulkAnswer> =>
  updateStatusInBulk(db, caller, POSTS, body);

/** Removes posts of a company. */
export const deletePosts = (db: Kysely<Tables>, caller: Caller, body: PostBulkDelete): Promise<BulkAnswer> =>
  deleteInBulk(db, caller, POSTS, body);
