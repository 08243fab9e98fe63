/** Sentences for an entry of the audit log. Pure. */
import type { FieldChange, HistoryEntry, UndoResponse } from 'contract/history';
import { AUDIT_ACTIONS, AUDIT_KINDS, auditWord } from 'contract/history-kinds';
import { formatNumber } from '../format';

/** An entry that may come of an agent's proposal. */
export type ShownEntry = HistoryEntry & { readonly agent?: string | null };

/** The action, such as 'Updated'; of an undo, that it is one. */
export const actionOf = ({ action, undoes }: Pick<HistoryEntry, 'action' | 'undoes'>): string =>
  undoes === null ? auditWord(AUDIT_ACTIONS, action) : `${auditWord(AUDIT_ACTIONS, action)} by Undo`;

/** The kind of record, such as 'Product Variant'. */
export const kindOf = ({ resource }: Pick<HistoryEntry, 'resource'>): string => auditWord(AUDIT_KINDS, resource);

/** Which record, such as 'Spring Sale' or, where its name is not known, 'Profile 17'; an id that is no number says nothing. */
export const recordOf = (entry: Pick<HistoryEntry, 'resource' | 'record_id' | 'record_name'>): string =>
  entry.record_name ?? (/^\d+$/.test(entry.record_id) ? `${kindOf(entry)} ${entry.record_id}` : kindOf(entry));

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a record began or ended with the entry: then there is only one side to show. */
export const isOneSided = (changes: readonly FieldChange[]): boolean =>
  changes.every(({ before }) => isNothing(before)) || changes.every(({ after }) => isNothing(after));

/** Those of a new or deleted record's fields that hold something; of a change all. */
export const shownChanges = (changes: readonly FieldChange[]): readonly FieldChange[] =>
  changes.filter(({ before, after, is_secret }) => is_secret || !isNothing(before) || !isNothing(after));

/** Effect of undoing an entry, before it is done. */
export interface UndoQuestion {
  readonly title: string;
  /** The fields that go back to what they were; of a record that comes or goes none. */
  readonly fields: readonly FieldChange[];
  /** Further notes, one sentence each. */
  readonly notes: readonly string[];
}

/** The question before an entry is undone: it names what comes back, and what does not. */
export function undoQuestion(entry: HistoryEntry): UndoQuestion {
  const { action, changes, operation_size: size } = entry;
  const name = recordOf(entry);
  const secrets = changes.filter(({ is_secret }) => is_secret).map(({ label }) => label);
  const notes = [
    ...(secrets.length ? [`Not given back, for earlier keys are not kept: ${secrets.join(', ')}.`] : []),
    ...(size > 1
      ? [
          `This was one of ${formatNumber(size)} changes made together. All of them are taken back, but for what has been changed since.`,
        ]
      : []),
  ];
  const about = (title: string, fields: readonly FieldChange[] = []) => ({ title, fields, notes });
  if (action === 'delete') return about(`Bring back ${name}?`);
  if (action === 'link') return about(`Take this link off ${name} again?`);
  if (action === 'unlink') return about(`Link this to ${name} again?`);
  if (action === 'restore' || action === 'create') return about(`Take ${name} away again?`);
  return about(
    `Give ${name} back what it had?`,
    changes.filter(({ is_secret }) => !is_secret),
  );
}

/** Outcome of an undo beyond its success; undefined where all of it was. */
export function undoneDetail({ success_count, error_count, errors, not_restored }: UndoResponse): string | undefined {
  const reasons = [...new Set(errors.map(({ msg }) => msg))].slice(0, 3).join(' ');
  const parts = [
    ...(error_count
      ? [`${formatNumber(success_count)} of ${formatNumber(success_count + error_count)} were taken back. ${reasons}`]
      : []),
    ...(not_restored.length ? [`Not given back: ${not_restored.join(', ')}.`] : []),
  ];
  return parts.join(' ') || undefined;
}
