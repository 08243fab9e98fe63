/** The demonstration data: the same every time, one file a noun; dates count from the filling, so it never grows old. */
import { sql } from 'kysely';
import type { Database } from '../src/database/connection';
import type { Secrets } from '../src/database/secrets';
import { HASH_COST, type HashCost } from '../src/session/passwords';
import { fillAgents } from './agents';
import { fillCompanies } from './companies';
import { fillConnections } from './connections';
import { fillPictures } from './pictures';
import { fillFacebookAds } from './facebook-ads';
import { fillProductVariantCogs } from './product-variant-cogs';
import { fillProductVariants } from './product-variants';
import { fillSocialMedia } from './social-media';
import { fillUsers } from './users';

export { startDemonstrationSources, type DemonstrationSources } from './connections';
export { startDemonstrationProvider, type DemonstrationProvider } from './sign-in';
export { DEMONSTRATION_PASSWORD, DEMONSTRATION_USERS } from './users';

/**
 * Fills an empty database, in one transaction. Returns false, and writes nothing, when there are users or companies
 * already.
 */
export async function fillDemonstration(
  { db }: Database,
  secrets: Secrets,
  cost: HashCost = HASH_COST,
  now: Date = new Date(),
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Two processes that start at once fill it once: the second waits for as long as it takes.
    await sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`.execute(
      transaction,
    );
    await sql`lock table users, companies in share row exclusive mode`.execute(transaction);
    const { rows } = await sql<{ empty: boolean }>`
      select not exists (select from users) and not exists (select from companies) as empty`.execute(transaction);
    if (!rows[0]?.empty) return false;
    const places = await fillCompanies(transaction, secrets);
    await fillUsers(transaction, places, cost);
    await fillProductVariantCogs(transaction, await fillProductVariants(transaction, places, now), now);
    await fillFacebookAds(transaction, places, now);
    await fillSocialMedia(transaction, places, now);
    await fillPictures(transaction);
    await fillConnections(transaction, secrets, places, now);
    await fillAgents(transaction, now);
    return true;
  });
}
