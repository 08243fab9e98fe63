/** Naming rules after a complete reading of a company's ads, as operations of their own (DECISIONS §16). */
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { COMMAND_LIMITS, openConnection, type Database, type Tables } from '../database/connection';
import { enqueue } from '../jobs/job-queue';
import type { Again, Running } from '../jobs/run-jobs';
import { applyNamingRule, isActive } from './naming-rules.queries';

const TASK = 'apply naming rules';

/** Has the rules of a company run once the transaction has committed, where it has any. */
export async function queueNamingRules(transaction: Kysely<Tables>, companyId: number): Promise<void> {
  const { rows } = await sql`select from naming_rules where company_id = ${companyId} limit 1`.execute(transaction);
  const key = `naming rules:${companyId}`;
  if (rows.length) await enqueue(transaction, { task: TASK, payload: { company_id: companyId }, key, queue: key });
}

interface DueRule {
  readonly id: number;
  readonly company_id: number;
  readonly name: string;
  readonly pattern: string;
  readonly author: string;
}

/** The active rules of a company, or of these one. */
async function activeRules(db: Kysely<Tables>, companyId: number, id: number | null): Promise<DueRule[]> {
  const { rows } = await sql<DueRule>`
    select naming_rules.id, company_id, naming_rules.name, pattern, username as author
    from naming_rules join users on users.id = naming_rules.updated_by
      join companies on companies.id = company_id and companies.deleted_at is null
    where company_id = ${companyId} and naming_rules.id = coalesce(${id}::int, naming_rules.id) and ${isActive}
    order by naming_rules.id`.execute(db);
  return rows;
}

/** Applies the active rules of a company one after the other; a process that ends goes on with them at its next start. */
async function applyRules(db: Kysely<Tables>, companyId: number, signal: AbortSignal): Promise<Again | void> {
  for (const { id } of await activeRules(db, companyId, null)) {
    const operationId = randomUUID();
    for (let after: number | null = 0; after !== null;) {
      if (signal.aborted) return { again: new Date() };
      // Read again for each part: a right that its author loses holds from the next one.
      const [rule] = await activeRules(db, companyId, id);
      if (!rule) break;
      const who = {
        userId: null,
        username: `rule ${rule.name} by ${rule.author}`,
        requestId: null,
        operationId,
        everyCompany: false,
        companyIds: [companyId],
      };
      after = (await applyNamingRule(db, who, rule, after)).next_after_id;
    }
  }
}

/** The task. None of the limits for people's calls is on it, and none of the connections for them. */
export const namingRuleJobs = ({
  connection,
}: Pick<Database, 'connection'>): Required<Pick<Running, 'tasks' | 'schedule'>> => ({
  schedule: {},
  tasks: {
    [TASK]: async ({ company_id }, signal) => {
      const database = openConnection(connection, { limits: COMMAND_LIMITS });
      try {
        return await applyRules(database.db, Number(company_id), signal);
      } finally {
        await database.close();
      }
    },
  },
});
