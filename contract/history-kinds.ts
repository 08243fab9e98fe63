/** The words of the audit log for kinds of records and for what is done to them, as people read them (DECISIONS §10). */
import { NOUN_KINDS, NOUNS, type NounKind } from './nouns';

/** The log's name for a cost period; its history is that of all periods of a variant, whose id is asked for. */
export const COGS_KIND = 'product_variant_cogs';

/** The kinds of record with a history. */
export type HistoryKind = NounKind | typeof COGS_KIND;

/** Whether the records that the log calls so have a history; a session has none. */
export const hasHistory = (kind: string): kind is HistoryKind => kind in NOUNS || kind === COGS_KIND;

/** Where the history of a record is, below /api. */
export const historyPath = (kind: HistoryKind, id: number): string =>
  `${kind === COGS_KIND ? '/product-variant-cogs/timeline' : NOUNS[kind].path}/${id}/history`;

/** Every kind that the log has entries of, as people call it; in the order in which it is offered as a filter. */
export const AUDIT_KINDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(NOUN_KINDS.map((kind) => [kind, NOUNS[kind].label])),
  [COGS_KIND]: 'COGS Record',
  tag: 'Tag',
  ingest: 'Ingest',
  agent_session: 'Conversation',
  agent_message: 'Agent Message',
  facebook_ad_selection: 'Ad Selection',
  view: 'View',
  pins: 'Pins',
  session: 'Session',
  encryption_key: 'Encryption Key',
};

/** How the log is narrowed by conversations with agents. */
export const CHAT = { without: 'Without chat', only: 'Chat alone' } as const;

/** How it is narrowed by signing in and out, failures among them. */
export const SIGN_INS = { without: 'Without sign-ins', only: 'Sign-ins alone' } as const;

/** The kinds of entries that stand beside the work on records, by the filter that keeps them apart. */
export const KINDS_APART = { chat: ['agent_session', 'agent_message'], sign_ins: ['session'] } as const;

/** The actions by their labels, in the order in which the filter offers them. */
export const AUDIT_ACTIONS = {
  create: 'Created',
  update: 'Updated',
  delete: 'Deleted',
  restore: 'Restored',
  duplicate: 'Duplicated',
  tag: 'Tags changed',
  merge: 'Merged',
  link: 'Linked',
  unlink: 'Unlinked',
  'sign in': 'Signed in',
  'sign in failed': 'Sign-in failed',
  'sign out': 'Signed out',
  send: 'Sent',
  select_agent: 'Agent chosen',
  clear: 'Cleared',
  rename: 'Renamed',
  rate: 'Rated',
  'clear keys': 'Keys cleared',
  rotate: 'Rotated',
  revoke: 'Revoked',
  ingest: 'Ingested',
  import: 'Imported',
  connect: 'Connected',
  configure: 'Connection changed',
  disconnect: 'Disconnected',
  pause: 'Paused',
  resume: 'Resumed',
  confirm: 'Confirmed',
  stop: 'Stopped',
  read: 'Read',
  match: 'Matched',
  replace: 'Replaced',
  purge: 'Purged',
  select: 'Selection changed',
  disable: 'Disabled',
  enable: 'Enabled',
  invite: 'Invited',
  'accept invitation': 'Invitation accepted',
  'set password': 'Password set',
  'set up second factor': 'Second factor set up',
  'new recovery codes': 'Recovery codes made',
  'remove second factor': 'Second factor removed',
  'add passkey': 'Passkey added',
  'rename passkey': 'Passkey renamed',
  'remove passkey': 'Passkey removed',
  'reset second factor': 'Second factor reset',
  'sign out everywhere': 'Signed out everywhere',
  'add group': 'Group added',
  'remove group': 'Group removed',
  'add company': 'Company added',
  'remove company': 'Company removed',
} as const satisfies Readonly<Record<string, string>>;

/** The label of a word of the log; of an unknown word, the word itself. */
export const auditWord = (words: Readonly<Record<string, string>>, word: string): string =>
  words[word] ?? word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');
