import { sql } from 'kysely';
import type { BackgroundStep } from './background-step';

/**
 * Gives each entry that was written without a company the one that it is about (migration 0031): those that are older than
 * the column (0), and those of an older process beside a migrated database (null). Of a company that is gone for good only
 * who did what when remains, as of its other entries.
 */
export const companiesOfEntries: BackgroundStep = {
  name: '0031_companies_of_entries',
  title: 'History of companies: finding the company of older entries',
  table: 'audit_log',
  run: (db, { from, to }) =>
    sql`
      update audit_log entry
      set company_id = about.company_id,
        before = case when company.id is not null or about.company_id is null then entry.before end,
        after = case when company.id is not null or about.company_id is null then entry.after end
      from (
        select id, company_of_entry(action, resource, record_id, before, after) as company_id from audit_log
        where id between ${from} and ${to} and (company_id = 0 or company_id is null)
      ) as about left join companies company on company.id = about.company_id
      where entry.id = about.id and entry.company_id is distinct from about.company_id`.execute(db),
};
