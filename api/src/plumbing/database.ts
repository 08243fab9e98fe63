import type { Kysely } from 'kysely';

/**
 * The tables by name. Each noun adds its own:
 * `declare module '../plumbing/database' { interface Tables { companies: CompanyTable } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by declaration merging
export interface Tables {}

/** An open database. */
export interface Database {
  readonly db: Kysely<Tables>;
  /** True when the database answers a query within two seconds. Never rejects. */
  ping(): Promise<boolean>;
  /** Ends the connections; the embedded server stops when this process runs it and is its last user. */
  close(): Promise<void>;
}
