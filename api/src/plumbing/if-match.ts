/** Optimistic saving: `If-Match` carries the `updated_at` that was read, quoted (DECISIONS §1). */
import { ChangedMeanwhile } from './errors';

/**
 * Throws ChangedMeanwhile when `ifMatch` names another moment than the record's `updated_at`. Without the header
 * (null) the last write wins.
 *
 * @param record its `updated_at`, and the name of who saved it last (null: the operator)
 */
export function demandUnchanged(
  ifMatch: string | null,
  noun: string,
  record: { updated_at: string; updated_by: string | null },
): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const read = ifMatch.split(',').map((tag) => tag.trim());
  if (!read.includes(`"${record.updated_at}"`))
    throw new ChangedMeanwhile(noun, record.updated_by ?? 'The operator', record.updated_at);
}
