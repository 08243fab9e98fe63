import { sql, type Kysely } from 'kysely';
import type { Summary } from 'contract/dashboard';
import type { Tables } from '../database/connection';

/** Which of the first steps are done, whoever did them and whatever has become of it; null once all are (DECISIONS §15). */
export async function findFirstSteps(db: Kysely<Tables>): Promise<NonNullable<Summary['first_steps']> | null> {
  const { rows } = await sql<NonNullable<Summary['first_steps']>>`
    select exists (select from companies) as company,
      exists (select from connections) or exists (select from product_variants) or exists (select from facebook_ads)
        or exists (select from social_media_posts) as records,
      exists (select from users offset 1) as people`.execute(db);
  const [steps] = rows;
  return steps && !Object.values(steps).every(Boolean) ? steps : null;
}
