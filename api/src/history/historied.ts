/** The records that have a history: what it shows of each, and who may read it (DECISIONS §2, §10). */
import { sql, type Kysely } from 'kysely';
import { cogsCreate, cogsRecord } from 'contract/company/product-variant-cogs';
import { historyOfCompanyQuery, type RecordHistory } from 'contract/history';
import { NOUNS, type NounFacts } from 'contract/nouns';
import type { PropertySchema } from 'contract/schema';
import { COGS_RESOURCE } from '../company/cogs-periods.queries';
import { findCogs } from '../company/product-variant-cogs.queries';
import type { Tables } from '../database/connection';
import { accessFor, type PersonAccess, type Caller } from '../http/access';
import { NotFound } from '../http/errors';
import { allRecords, type NounRecords } from '../records/registry';

/** From which source a record was read last, and when. */
export type LastRead = Pick<RecordHistory, 'read_from' | 'read_at'>;

/** The records with a history. */
export interface Historied {
  /** The audit log's name for one. */
  readonly resource: string;
  /** Where its calls live, below /api. */
  readonly path: string;
  /** Who may read its records. */
  readonly readers: PersonAccess;
  /** Whether a record belongs to a company; else every reader may read every record. */
  readonly isOfCompany: boolean;
  /** The fields that a person writes: history shows no other. */
  readonly fields: Readonly<Record<string, PropertySchema>>;
  /** The query of its history, where that names the company too; a record of another one is NotFound. */
  readonly query?: typeof historyOfCompanyQuery;
  /** From which source a record was read last, and when; null for none. The record is authorised. */
  readFrom?(db: Kysely<Tables>, id: number): Promise<LastRead | undefined>;
  /** Throws NotFound for a record that is not there or not authorised. */
  find(db: Kysely<Tables>, caller: Caller, id: number, companyId?: number): Promise<unknown>;
}

function historied({ definition, find }: NounRecords): Historied {
  const { table, readAt } = definition;
  const { kind, properties } = definition.noun;
  const { path, company, namesCompany }: NounFacts = NOUNS[kind];
  const fields = Object.entries(properties).filter(([, { written }]) => written !== undefined);
  return {
    resource: kind,
    path,
    readers: accessFor(kind).readers,
    isOfCompany: company !== null,
    fields: Object.fromEntries(fields),
    ...(namesCompany && { query: historyOfCompanyQuery }),
    ...(readAt !== undefined && { readFrom: (db, id) => lastRead(db, table, readAt, id) }),
    find: async (db, caller, id, companyId) => {
      const record: { company_id?: number } = await find(db, caller, id);
      if (companyId !== undefined && record.company_id !== companyId) throw new NotFound(definition.missing);
    },
  };
}

async function lastRead(db: Kysely<Tables>, table: string, readAt: string, id: number): Promise<LastRead | undefined> {
  const { rows } = await sql<LastRead>`
    select read_from, ${sql.ref(readAt)} as read_at from ${sql.table(table)}
    where id = ${id} and read_from is not null`.execute(db);
  return rows[0];
}

let known: ReadonlyMap<string, Historied> | undefined;

/** Every noun, and the cost periods of a variant, by the log's name. Ready once the routes of all nouns are. */
export const historiedNouns = (): ReadonlyMap<string, Historied> =>
  (known ??= new Map(
    [
      ...allRecords().map(historied),
      {
        resource: COGS_RESOURCE,
        path: '/product-variant-cogs',
        isOfCompany: true,
        find: findCogs,
        readers: accessFor('product_variant').readers,
        fields: {
          ...cogsCreate.properties,
          cogs_amount: { ...cogsCreate.properties.cogs_amount, kind: 'money' },
          source: cogsRecord.properties.source,
        } as const,
      },
    ].map((noun) => [noun.resource, noun]),
  ));

/** The noun that the log calls so; undefined for what has no history of its own, such as a session. */
export const historiedOf = (resource: string): Historied | undefined => historiedNouns().get(resource);
