/** Connections on the wire: which store, account or posts of a company are read, with which credential, and the runs that read (DECISIONS §13). */
import { computed, noun, written, writtenOnce } from '../noun';
import { listQuery, listResponse, partOf } from '../paging';
import {
  calendarDate,
  choice,
  company,
  count,
  dateTime,
  flag,
  id,
  listOf,
  nullable,
  object,
  response,
  secret,
  text,
  type Infer,
} from '../schema';

/** How many days the runs of a connection are kept. */
export const RUN_DAYS = 90;
/** How many days before its end a credential needs attention. */
export const EXPIRY_WARNING_DAYS = 14;
/** After how many days without a complete read a connection needs attention. */
export const UNREAD_DAYS = 2;
/** The most findings that a run keeps. */
export const MAX_FINDINGS = 200;

/** The sources that are read. */
export const source = choice('Source', { shopify: 'Shopify', meta: 'Meta', youtube: 'YouTube' });

/** How a credential signs in: an access token, an app's client id and secret, or an API key. */
const kind = choice('Kind', { token: 'Access token', client: 'Client id and secret', key: 'API key' });

/** The kinds that a source takes. */
export const CREDENTIAL_KINDS = {
  shopify: ['client', 'token'],
  meta: ['token'],
  youtube: ['key'],
} as const satisfies Readonly<Record<ConnectionSource, readonly Infer<typeof kind>[]>>;

/** `waiting`: the source has asked for a pause of all that uses it; `reconnect`: it is dead, and needs a new secret. */
const credentialState = choice('State', {
  new: 'Not used yet',
  ok: 'Works',
  waiting: 'Waiting',
  reconnect: 'Needs a new secret',
});

/** Query of GET /credentials. `search` looks in the label. */
export const credentialListQuery = listQuery(
  { company_id: company('Company'), source, search: partOf('Search'), state: credentialState },
  ['label', 'created_at', 'updated_at'],
);

/**
 * A credential: of one company, or shared, which AaasAdmin alone sees and changes. The secret is sealed and never returned;
 * in a PATCH it replaces the one there is, and whatever had stopped on that goes on.
 */
export const credentialNoun = noun('credential', credentialListQuery, 'label', {
  id,
  /** Null: it is shared. */
  company_id: writtenOnce(nullable(company('Company'))),
  company_name: computed(nullable(text('Company'))),
  source: writtenOnce(source),
  kind: writtenOnce(kind),
  label: written(text('Label', { minLength: 1, maxLength: 60 })),
  /** Of a client; not secret. */
  client_id: written(nullable(text('Client ID', { maxLength: 255 }))),
  secret: written(secret('Secret')),
  /** The last four characters of a long secret, to tell two apart. */
  hint: nullable(text('Ends With')),
  expires_at: nullable(dateTime('Expires')),
  state: computed(credentialState),
  /** Why it needs a new secret, or waits. */
  state_message: nullable(text('Reason')),
  paused_until: nullable(dateTime('Waits Until')),
  shared: computed(flag('Shared')),
  connection_count: computed(count('Connections')),
  created_at: dateTime('Created'),
  updated_at: dateTime('Updated'),
  created_by_username: computed(nullable(text('Created By'))),
  last_updated_by_username: computed(nullable(text('Last Updated By'))),
});

/** A credential as every response has it, and the bodies of POST (`secret` is needed) and PATCH. */
export const { response: credential, create: credentialCreate, update: credentialPatch } = credentialNoun;

/**
 * `new`: its first preview is not confirmed; `waiting`: the source has asked for a pause until `waiting_until`; `failing`:
 * so many runs have failed in a row, and it is tried again; `reconnect`: it needs a new key; `paused`: by a person, a
 * restore, a new store or a deletion.
 */
export const connectionState = choice('State', {
  new: 'New',
  ok: 'Works',
  waiting: 'Waiting',
  failing: 'Failing',
  reconnect: 'Needs a new key',
  paused: 'Paused',
});

/** Costs of a store: not looked at, or proposed where they differ. */
const settings = {
  ...object({ costs: choice('Costs', { off: 'Ignore', propose: 'Propose' }) }, []),
  title: 'Costs',
} as const;

/** Why a connection needs somebody, beside its state: `unread` of one that goes on. */
const attention = choice('Needs Attention', {
  expires: `Credential expires within ${EXPIRY_WARNING_DAYS} days`,
  unread: `Not read for ${UNREAD_DAYS} days`,
});

/** Query of GET /connections. `search` looks in the store, account or its name. */
export const connectionListQuery = listQuery(
  { company_id: company('Company'), source, state: connectionState, search: partOf('Search'), attention },
  ['external_name', 'source', 'state', 'next_run_at', 'last_success_at', 'created_at', 'updated_at'],
);

/** A connection, one of a source and company. */
export const connectionNoun = noun('connection', connectionListQuery, 'external_name', {
  id,
  company_id: writtenOnce(company('Company')),
  company_name: computed(text('Company')),
  source: writtenOnce(source),
  /** The NAME of NAME.myshopify.com, `act_…`; null for YouTube. */
  external_id: written(nullable(text('Store or Account', { maxLength: 100 }))),
  /** As the source calls it, since the first test; before that, `external_id`, or the source. */
  external_name: text('Name'),
  /** Null: the company's own Shopify key. */
  credential_id: written(nullable({ ...id, title: 'Credential' })),
  credential_label: computed(nullable(text('Credential'))),
  credential_expires_at: computed(nullable(dateTime('Credential Expires'))),
  settings,
  currency: nullable(text('Currency')),
  /** The zone of its days and of the time at which it is read; null: the company's. */
  zone: nullable(text('Time Zone')),
  state: connectionState,
  /** Why it is in this state; null where there is nothing to say. */
  state_message: nullable(text('Reason')),
  /** The reason as a word; null without a fault. */
  error_code: nullable(text('Fault')),
  waiting_until: nullable(dateTime('Waits Until')),
  /** How many runs have failed since the last good one. */
  failures: count('Failed Runs'),
  /** When its first preview was confirmed: before, nothing of it is written. */
  confirmed_at: nullable(dateTime('Confirmed')),
  next_run_at: nullable(dateTime('Next Run')),
  last_success_at: nullable(dateTime('Last Read')),
  /** The last day, in its zone, of the spend that was read whole; null of another source, or before that. */
  spend_through: computed(nullable(calendarDate('Spend Through', {}))),
  /** Who paused it; null where it is not paused. */
  paused_by: nullable(text('Paused By')),
  /** The run that is queued, runs or asks; null without one. */
  open_run_id: computed(nullable({ ...id, title: 'Open Run' })),
  created_at: dateTime('Created'),
  updated_at: dateTime('Updated'),
  created_by_username: computed(nullable(text('Created By'))),
  last_updated_by_username: computed(nullable(text('Last Updated By'))),
});

export const { response: connection } = connectionNoun;

const externalId = nullable(text('Store or Account', { maxLength: 100 }));
const credentialId = nullable({ ...id, title: 'Credential' });

/** Body of POST /connections. A shared credential is bound by AaasAdmin alone. */
export const connectionCreate = object(
  { company_id: company('Company'), source, external_id: externalId, credential_id: credentialId, settings },
  ['company_id', 'source'],
);
/** Body of PATCH /connections/{id}: another store, account or credential makes it `new` again. */
export const connectionPatch = object({ external_id: externalId, credential_id: credentialId, settings }, []);

const finding = response({ code: text('Code'), message: text('Message') });

/** Response of POST /connections/{id}/test and /companies/{id}/test-klaviyo: whom the credential speaks with, and what stands in a read's way. */
export const connectionTest = response({
  /** Whether nothing does. */
  ok: flag('Works'),
  name: nullable(text('Name')),
  external_id: nullable(text('Store or Account')),
  currency: nullable(text('Currency')),
  zone: nullable(text('Time Zone')),
  expires_at: nullable(dateTime('Expires')),
  problems: listOf(finding),
  /** These stop no read. */
  notes: listOf(finding),
});

/**
 * `asking`: it has read all and waits for a person, who confirms or stops it: a first preview before anything is written,
 * any other run before more than 20 % is gone or zero.
 */
export const runStatus = choice('State', {
  queued: 'Queued',
  running: 'Running',
  asking: 'Asks',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
});

const runCause = choice('Cause', {
  person: 'A person',
  plan: 'The plan',
  added: 'New posts',
  refresh: 'A refresh',
  command: 'The operator',
});

/** A run. `read` is the sum of created, changed, unchanged, doubtful and failed; a preview counts and writes nothing. */
export const run = response({
  id,
  connection_id: id,
  cause: runCause,
  is_preview: flag('Preview'),
  /** Whether it reads all, or some records that are named to it. */
  is_whole: flag('Whole'),
  status: runStatus,
  requested_by: nullable(text('Requested By')),
  created_at: dateTime('Queued'),
  started_at: nullable(dateTime('Started')),
  ended_at: nullable(dateTime('Ended')),
  /** When it goes on after a wait or a fault; null while it runs. */
  retry_at: nullable(dateTime('Goes On')),
  /** How many tries have failed. */
  attempts: count('Failed Tries'),
  /** How many rows the source has; null where it does not say so beforehand. */
  expected: nullable(count('Expected')),
  read: count('Read'),
  created: count('New'),
  changed: count('Changed'),
  unchanged: count('Unchanged'),
  doubtful: count('Doubtful'),
  gone: count('Gone'),
  failed: count('Failed'),
  /** Why it asks, failed, waits or was stopped. */
  message: nullable(text('Message')),
  error_code: nullable(text('Fault')),
  /** The id by which the source finds the call in its own log. */
  trace: nullable(text('Trace')),
});

/**
 * Something that a run found: a doubtful record, which is left until it is matched by hand; one that failed; one of ours
 * that is gone, or, while the run asks, would be.
 */
const runFinding = response({
  kind: choice('Kind', { doubtful: 'Doubtful', failed: 'Failed', gone: 'Gone' }),
  /** The name by which the source knows it. */
  key: text('Key'),
  label: text('Name'),
  message: text('Message'),
  /** The records of ours that a doubtful one may be. */
  candidates: listOf(response({ id, label: text('Name') })),
  /** Whether a doubtful one may be called a new record: no one of ours has its name. */
  can_be_new: flag('Can Be New'),
  /** Its match since: one of ours, or, with null, a new one; null: none yet. */
  match: nullable(response({ record_id: nullable({ ...id, title: 'Record' }) })),
});

/** Response of GET /connections/{id}/runs/{run_id}: at most 200 findings, the doubtful ones first. */
export const runWithFindings = response({ ...run.properties, findings: listOf(runFinding) });
const { page, page_size } = listQuery({}, ['id']).properties;

/** Query of GET /connections/{id}/runs, newest first. */
export const runListQuery = object({ page, page_size }, []);
export const runList = listResponse(run);
export const byRun = object({ id, run_id: id }, ['id', 'run_id']);
/** Response of a call that queues a run, or joins the one that is queued or runs; and of a confirmation: the run that goes on. */
export const queuedRun = response({ run_id: id });
/** Body of POST /connections/{id}/match: which record a doubtful one is; null: a new one. */
export const connectionMatch = object(
  { key: text('Key', { minLength: 1, maxLength: 255 }), record_id: nullable({ ...id, title: 'Record' }) },
  ['key', 'record_id'],
);

export type ConnectionSource = Infer<typeof source>;
export type CredentialKind = Infer<typeof kind>;
export type Credential = Infer<typeof credential>;
export type CredentialCreate = Infer<typeof credentialCreate>;
export type CredentialPatch = Infer<typeof credentialPatch>;
export type CredentialListQuery = Infer<typeof credentialListQuery>;
export type Connection = Infer<typeof connection>;
export type ConnectionState = Infer<typeof connectionState>;
export type ConnectionSettings = Infer<typeof settings>;
export type ConnectionCreate = Infer<typeof connectionCreate>;
export type ConnectionPatch = Infer<typeof connectionPatch>;
export type ConnectionListQuery = Infer<typeof connectionListQuery>;
export type ConnectionTest = Infer<typeof connectionTest>;
export type ConnectionMatch = Infer<typeof connectionMatch>;
export type Run = Infer<typeof run>;
export type RunCause = Infer<typeof runCause>;
export type RunStatus = Infer<typeof runStatus>;
export type RunFinding = Infer<typeof runFinding>;
export type RunWithFindings = Infer<typeof runWithFindings>;
export type RunListQuery = Infer<typeof runListQuery>;
export type RunList = Infer<typeof runList>;
export type QueuedRun = Infer<typeof queuedRun>;
