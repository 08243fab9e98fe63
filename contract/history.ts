/** The history of records: who changed which field when, and its undo (DECISIONS §10). */
import { bulkResponse } from './bulk';
import type { Properties } from './noun';
import { CHAT, SIGN_INS } from './history-kinds';
import { listQuery, listResponse } from './paging';
import {
  choice,
  company,
  count,
  dateTime,
  flag,
  integer,
  listOf,
  nullable,
  object,
  response,
  text,
  type Infer,
} from './schema';

/** A value of any kind, as the record had it; null where it had none. */
const anyValue = <const T extends string>(title: T) => ({ title });
const operation_id = text('Operation');

/** The longest text that an entry shows, in code points; a longer one is cut there. */
export const MAX_SHOWN_TEXT = 10_000;

/** One field before and after. Of a secret there is `***` where one was stored, null where none was. */
export const fieldChange = response({
  field: text('Field'),
  label: text('Label'),
  /** How its values are rendered: the contract's kind of the property. */
  kind: text('Value kind'),
  /** The label of each value of a choice, a flag or a list of choices; null for all others. */
  labels: anyValue('Labels'),
  before: anyValue('Before'),
  after: anyValue('After'),
  is_secret: flag('Secret'),
  /** A text was longer than MAX_SHOWN_TEXT. */
  is_cut: flag('Cut'),
});

/** One entry of the audit log: what was done to one record. */
export const historyEntry = response({
  id: integer('Entry'),
  /** The id for POST /history/{operation_id}/undo; null where the operator or the service did it. */
  operation_id: nullable(operation_id),
  /** How many entries that operation has, this one included: what is taken back with it. */
  operation_size: count('Changes made together'),
  /** How many of them, alike in action, kind and company, it stands for: more than this one only where they are `grouped`. */
  group_size: count('Changes alike'),
  at: dateTime('When'),
  username: text('Who'),
  action: text('Action'),
  resource: text('Kind'),
  record_id: text('Record'),
  /** The record's name, where it is known. */
  record_name: nullable(text('Name')),
  company_id: nullable(company('Company')),
  /** The operation that this one takes back; null for all others. */
  undoes: nullable(operation_id),
  /** The agent that proposed it, and its conversation with the person; null where no agent proposed it. */
  agent: nullable(text('Agent')),
  tab_id: nullable(text('Conversation')),
  changes: listOf(fieldChange, { title: 'Changes' }),
  /** Whether the person could take this entry back now. */
  can_undo: flag('Can be undone'),
  /** Why not, in a sentence; null where they can. */
  undo_obstacle: nullable(text('Why not')),
});

/** Response of GET /audit, newest first. */
export const historyList = listResponse(historyEntry);

/** Response of GET /{resource}/{id}/history: beside the entries, from which source the record was read last, and when. */
export const recordHistory = response({
  ...historyList.properties,
  read_from: nullable(text('Read from')),
  read_at: nullable(dateTime('Last read')),
});

/** Query of GET /{resource}/{id}/history. */
export const historyQuery = object(
  { page: historyList.properties.page, page_size: historyList.properties.page_size },
  [],
);

/** The same for a noun whose every call knows the company: the record must be its. */
export const historyOfCompanyQuery = object({ ...historyQuery.properties, company_id: company('Company') }, []);

/** The message for an invalid time. */
export const momentMessage = (title: string) =>
  `${title} must be a day such as 2026-11-22 or a moment such as 2026-11-22T09:30Z`;

/** A day (its beginning in UTC) or a moment with its time zone. */
const moment = (title: string) =>
  text(title, {
    maxLength: 40,
    pattern: '^\\d{4}-\\d\\d-\\d\\d(T|$)',
    formatMessage: momentMessage(title),
  });

/** The log's filters; an absent one filters nothing. */
const auditFilters = {
  /** A user name, in any case; also that of a user who is called otherwise now. */
  person: text('Person', { maxLength: 255 }),
  company_id: company('Company'),
  /** The kind of record in the log: `company`, `social_media_post` … */
  resource: text('Kind', { maxLength: 100 }),
  record_id: text('Record', { maxLength: 255 }),
  action: text('Action', { maxLength: 100 }),
  operation_id: text('Operation', { maxLength: 100 }),
  /** Conversations with agents alone, or all but them. */
  chat: choice('Chat', CHAT),
  /** Signing in and out alone, or all but that. */
  sign_ins: choice('Sign-ins', SIGN_INS),
  /** From this time on. */
  since: moment('Since'),
  /** Before this time. */
  until: moment('Until'),
};

/** How the log is sorted unless it says: the newest first. */
export const AUDIT_DEFAULT_SORT = '-at';

/** Query of GET /audit; `grouped` lists of changes alike of an operation (`group_size`) the first alone. */
export const auditQuery = listQuery({ ...auditFilters, grouped: flag('Changes alike as one') }, ['at']);

/** Body of POST /audit/export: the same filters. */
export const auditExport = object(auditFilters, []);

/** Path of POST /history/{operation_id}/undo. */
export const byOperation = object({ operation_id }, ['operation_id']);

/**
 * Its response: how many records are as they were, and which are not, each with the reason. `operation_id` is the undo's
 * own: it can be undone in turn.
 */
export const undoResponse = response({
  operation_id,
  ...bulkResponse.properties,
  /** The labels of what was changed and is not given back, as an API key. */
  not_restored: listOf(text('Label'), { title: 'Not restored' }),
});

/** The most versions on one page: each holds a whole text. */
export const MAX_VERSIONS = 25;

/** Query of GET /{resource}/{id}/versions. */
export const versionQuery = object(
  {
    page: historyList.properties.page,
    page_size: integer('Page size', { minimum: 1, maximum: MAX_VERSIONS }),
  },
  [],
);

/** A state that a record was in, beside the fields that a person writes. */
const versionFields = response({
  /** When it was written, and by whom; null where the log does not reach so far back. */
  at: dateTime('When'),
  username: nullable(text('Who')),
  operation_id: nullable(operation_id),
  /** It is what the record holds now. */
  is_current: flag('Current'),
});

/** Response of GET /{resource}/{id}/versions of a versioned noun: each state that a record was in, newest first. */
export const versionListOf = ({ replace }: { readonly replace: { readonly properties: Properties } }) =>
  listResponse(response({ ...versionFields.properties, ...replace.properties }));

export type FieldChange = Infer<typeof fieldChange>;
export type HistoryEntry = Infer<typeof historyEntry>;
export type HistoryList = Infer<typeof historyList>;
export type RecordHistory = Infer<typeof recordHistory>;
export type HistoryQuery = Infer<typeof historyQuery>;
export type HistoryOfCompanyQuery = Infer<typeof historyOfCompanyQuery>;
export type AuditQuery = Infer<typeof auditQuery>;
export type AuditExport = Infer<typeof auditExport>;
export type UndoResponse = Infer<typeof undoResponse>;
export type VersionQuery = Infer<typeof versionQuery>;
/** A state of a record with these written fields. */
export type Version<Values> = Infer<typeof versionFields> & Values;
