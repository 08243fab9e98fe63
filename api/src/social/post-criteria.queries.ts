/** Post criteria in the database: one set a company (DECISIONS §8). */
import { sql } from 'kysely';
import { criteria } from 'contract/social/post-criteria';
import { contains } from '../database/list';
import type { Table } from '../records/columns';
import { recordsOf } from '../records/records';
import { searchedBy } from '../records/search';

declare module '../database/connection' {
  interface Tables {
    social_media_post_criteria: Table<typeof criteria>;
  }
}

const companyName = sql`(select name from companies where companies.id = company_id)`;

/** The calls on criteria. */
export const postCriteria = recordsOf({
  noun: criteria,
  table: 'social_media_post_criteria',
  name: 'set of criteria',
  missing: 'Criteria not found',
  conflict: {
    constraint: 'social_media_post_criteria_company_key',
    message: 'Each company can have only one set of social media post criteria.',
  },
  computed: {},
  // One set a company: so few that no index is needed.
  searched: searchedBy('description', sql`left(description, 100)`),
  sorts: { company__name: { expression: sql`lower(${companyName}) collate "C"`, nullable: false } },
  filters: {
    search: (text) => sql<boolean>`(${contains('description', text)} or ${contains(companyName, text)})`,
  },
});
