/** Bulk calls on the wire (DECISIONS §1): 1 to 1,000 ids, one transaction, every miss named. */
import { response, flag, id, integer, listOf, nullable, text, type Infer } from './schema';

/** The most ids one bulk call takes. */
export const MAX_BULK = 1000;

/** The ids of a bulk call; one that is named twice counts once. */
export const bulkIds = listOf(id, { minItems: 1, maxItems: MAX_BULK, title: 'Ids' } as const);

/** The person's consent; false is 400 `Please confirm the action`. */
export const confirm = flag('Confirm');

/** The outcome: what was done, and which ids were not and why. */
export const bulkResponse = response({
  success_count: integer('Succeeded', { minimum: 0 }),
  error_count: integer('Failed', { minimum: 0 }),
  errors: listOf(response({ id: nullable(id), msg: text('Message', {}) })),
});

export type BulkResponse = Infer<typeof bulkResponse>;
