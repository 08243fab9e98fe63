/** A row of the table in DECISIONS §2: who may, what success is, and how a request of it looks. */
import type { Kysely } from 'kysely';
import type { Group } from 'contract/session';
import type { Tables } from '../../database/connection';
import type { Person } from '../console';

export type Db = Kysely<Tables>;

type Values = Readonly<Record<string, number | string>>;

export interface Rule {
  may: 'anyone' | 'signed in' | 'machines' | readonly Group[];
  success: number;
  /** Makes what the request is about and returns the values of the path; absent: `:id` is the company. */
  record?: (db: Db, companyId: number, owner: Person) => Promise<Values>;
  query?: (companyId: number) => string;
  body?: (companyId: number, values: Values) => unknown;
  /** The status for someone of another company; absent: 404 where the path names a record, else success. */
  stranger?: 404;
}

/** The routes of an area by method and path. In a path `:id` is a company of the asking person, or of somebody else. */
export type Rules = Readonly<Record<string, Rule>>;
