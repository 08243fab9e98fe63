/** Finds out which company the entries of the audit log are about that were written before the log said so. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from './connection';

// So many entries a statement: a fraction of a second, and nobody waits for more than these.
const BATCH = 5000;

const idIn = (side: 'before' | 'after', key: string) =>
  sql`case when jsonb_typeof(entry.${sql.ref(side)} -> ${sql.lit(key)}) = 'number'
    then (entry.${sql.ref(side)} ->> ${sql.lit(key)})::int end`;

/** What an entry says of its company, else the record that it is about, else another entry about the same record. */
const companyOfEntry = sql`coalesce(
  case when entry.resource = 'company' and entry.record_id ~ '^[0-9]{1,9}$' then entry.record_id::int end,
  ${idIn('after', 'company_id')},
  ${idIn('before', 'company_id')},
  case when entry.resource = 'product_variant_cogs' then (
    select company_id from product_variants
    where id = coalesce(${idIn('after', 'product_variant_id')}, ${idIn('before', 'product_variant_id')})) end,
  case when entry.action = 'tag' and entry.record_id ~ '^[0-9]{1,9}$' then
    case entry.resource
      when 'facebook_ad' then (select company_id from facebook_ads where id = entry.record_id::int)
      when 'social_media_profile' then (select company_id from social_media_profiles where id = entry.record_id::int)
      when 'social_media_post' then (select company_id from social_media_posts where id = entry.record_id::int)
    end
  end,
  case when entry.action = 'tag' then (
    select (other.before ->> 'company_id')::int from audit_log other
    where other.resource = entry.resource and other.record_id = entry.record_id
      and jsonb_typeof(other.before -> 'company_id') = 'number'
    order by other.id desc limit 1) end
)`;

/**
 * Gives every entry without a known company the one it is about, or null, the newest first and a few thousand a
 * statement; two processes share the work. Returns how many entries there were.
 */
export async function fillAuditCompanies(db: Kysely<Tables>): Promise<number> {
  for (let filled = 0; ;) {
    const { numAffectedRows } = await sql`
      with batch as (
        select id from audit_log where company_id = 0 order by id desc limit ${BATCH} for update skip locked
      )
      update audit_log entry set company_id = ${companyOfEntry} from batch where entry.id = batch.id`.execute(db);
    if (!numAffectedRows) return filled;
    filled += Number(numAffectedRows);
  }
}
