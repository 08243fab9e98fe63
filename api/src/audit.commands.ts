/** `audit`: what was done, by whom and when, as the operator reads it (DECISIONS §10). */
import { CommandError, readArguments, UsageError, type Command, type CommandContext } from './commands';
import { isNamed } from './company/named-company';
import { finishBackgroundSteps } from './database/background-steps';
import { momentOf, readAuditLog, type StoredAuditEntry, type AuditFilter } from './database/audit-entries';
import { ENTRIES_HEAD, ENTRY_COLUMNS, entryLine } from './history/audit-export';
import { userIdsNamed } from './session/users.queries';

const FLAGS = {
  person: 'string',
  company: 'string',
  record: 'string',
  since: 'string',
  until: 'string',
  limit: 'string',
  format: 'string',
} as const;

const DEFAULT_LIMIT = 100;
const MOST = 1_000_000;

/** Each form in which entries are printed, one line an entry; the printer adds the line's end, of which CSV has a part. */
const FORMATS: Readonly<Record<string, { head?: string; line(entry: StoredAuditEntry): string }>> = {
  text: {
    line: ({ at, username, action, resource, record_id, company_id }) =>
      [at, username, action, `${resource}/${record_id}`, ...(company_id ? [`company ${company_id}`] : [])].join('  '),
  },
  json: { line: (entry) => JSON.stringify(Object.fromEntries(ENTRY_COLUMNS.map((column) => [column, entry[column]]))) },
  csv: {
    head: ENTRIES_HEAD.slice(0, -1),
    line: (entry) => entryLine(entry).slice(0, -1),
  },
};

/** `audit`: the newest entries of the audit log that the filters let through. */
export const auditCommand: Command = {
  name: 'audit',
  usage:
    'audit [--person <username>] [--company <id or slug>] [--record <resource>[/<id>]] [--since <time>] ' +
    '[--until <time>] [--limit <number>] [--format text|json|csv]',
  summary: 'What was done, the newest first; json and csv hold the records before and after',
  prepare(args) {
    const { flags } = readArguments(args, { words: [], flags: FLAGS });
    const limit = readLimit(flags.limit);
    const format = FORMATS[flags.format ?? 'text'];
    if (!format) throw new UsageError(`--format is '${flags.format}': give text, json or csv.`);
    const [since, until] = [readTime('since', flags.since), readTime('until', flags.until)];
    const record = flags.record === undefined ? {} : readRecord(flags.record);
    return async (context) => {
      const { db } = context.database;
      const { person, company } = flags;
      const filter: AuditFilter = {
        ...record,
        ...(since !== undefined && { since }),
        ...(until !== undefined && { until }),
        ...(person !== undefined && { person: { username: person, userIds: await userIdsNamed(db, person) } }),
        ...(company !== undefined && { companyId: await companyIdOf(context, company) }),
      };
      if (format.head !== undefined) context.print(format.head);
      for await (const page of readAuditLog(db, filter, limit))
        for (const entry of page) context.print(format.line(entry));
    };
  },
};

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
  if (limit >= 1 && limit <= MOST) return limit;
  throw new UsageError(`--limit is '${text}': give a whole number from 1 to ${MOST}.`);
}

/** A day (its beginning in UTC) or a moment. */
function readTime(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = momentOf(text);
  if (time !== null) return time;
  throw new UsageError(`--${flag} is '${text}': give a day such as 2026-11-22 or a moment such as 2026-11-22T09:30Z.`);
}

/** `<resource>` or `<resource>/<id>`, as the entries are printed. */
function readRecord(text: string): Pick<AuditFilter, 'resource' | 'recordId'> {
  const [resource, recordId] = text.split(/\/(.*)/s);
  if (!resource) throw new UsageError(`--record is '${text}': give a resource such as company, or company/7.`);
  return recordId ? { resource, recordId } : { resource };
}

/** The company's id, also of one that is gone; entries without a company yet are looked up, so that none is missed. */
async function companyIdOf({ database: { db, connection } }: CommandContext, company: string): Promise<number> {
  const found = await db.selectFrom('companies').select('id').where(isNamed(company)).executeTakeFirst();
  if (!found && !/^\d{1,9}$/.test(company))
    throw new CommandError(`There is no company with the id or slug '${company}'.`);
  await finishBackgroundSteps(connection);
  return found?.id ?? Number(company);
}
