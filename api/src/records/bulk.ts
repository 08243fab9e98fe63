/** Bulk calls: what can be done is done, what cannot is named (DECISIONS §1). */
import type { BulkResponse } from 'contract/bulk';
import { RuleBroken } from '../http/errors';

/** The ids of a bulk call, each once, in ascending order: locks taken in this order never deadlock. */
export const distinctIds = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Rejects a bulk call that was not confirmed (400). */
export function requireConfirmation(confirmed: boolean): void {
  if (!confirmed) throw new RuleBroken('Please confirm the action');
}

/**
 * The outcome of a bulk call.
 *
 * @param asked the distinct ids of the call
 * @param done those that were there, authorised, and are done
 * @param missing the message for each of the others
 */
export function bulkOutcome(asked: readonly number[], done: readonly number[], missing: string): BulkResponse {
  const succeeded = new Set(done);
  const errors = asked.filter((id) => !succeeded.has(id)).map((id) => ({ id, msg: missing }));
  return { success_count: succeeded.size, error_count: errors.length, errors };
}
