/** Adding many posts: one transaction, each line told what became of it (DECISIONS §8). */
import { sql, type Kysely } from 'kysely';
import { brokenRule } from 'contract/rules';
import { POST_DEFAULT_STATUS, postUrl, type PostBulkCreate, type PostBulkCreated } from 'contract/social/posts';
import type { Tables } from '../database/connection';
import { requireCompany, type Caller } from '../http/access';
import { filledLines } from './lines';
import { POST_TAKEN, posts } from './posts.queries';

/**
 * Adds posts by their URLs. A line that is no URL, stands in the list before or is there already is named in the response.
 * Throws InvalidInput when every line is blank, NotFound for a company that the caller is not authorised for.
 */
export async function createPosts(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, platform, status = POST_DEFAULT_STATUS, urls }: PostBulkCreate,
): Promise<PostBulkCreated> {
  const lines = filledLines(urls, 'urls', 'Please enter at least one URL');
  const good = [...new Set(lines)].filter((url) => brokenRule(postUrl, true, url) === null);
  return db.transaction().execute(async (transaction) => {
    await requireCompany(transaction, caller, company_id);
    // In the order of the key: two who add the same list wait for each other, and never for each other at once.
    const rows = await posts.insertMany(
      transaction,
      caller,
      sql`(company_id, url, platform, status, created_by, updated_by)
        select ${company_id}, url, ${platform}, ${status}, ${caller.userId}, ${caller.userId}
        from unnest(${good}::text[]) as url order by md5(url)`,
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
