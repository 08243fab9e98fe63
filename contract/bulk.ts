/** Bulk calls on the wire (DECISIONS §1): 1 to 1,000 ids, one transaction, every miss named. */
import { response, count, flag, id, listOf, nullable, object, text, type Infer } from './schema';

/** The most ids one bulk call takes. */
export const MAX_BULK = 1000;

/** The ids of a bulk call; one that is named twice counts once. */
export const bulkIds = listOf(id, { minItems: 1, maxItems: MAX_BULK, title: 'Ids' } as const);

/** The person's consent; false is 400 `Please confirm the action`. */
export const confirm = flag('Confirm');

/** The outcome: how many were done, and by `named` each that was not; an error also has its `msg`. */
export const bulkResponseOf = <const N extends Readonly<Record<string, object>>>(named: N) =>
  response({
    success_count: count('Succeeded'),
    error_count: count('Failed'),
    errors: listOf(response({ ...named, msg: text('Message') })),
  });

/** The outcome of a call that names ids. */
export const bulkResponse = bulkResponseOf({ id: nullable(id) });

/** The body of a call that deletes records of a company, named by their ids. */
export const bulkDelete = <const C extends object>(company_id: C) =>
  object({ company_id, ids: bulkIds, confirm }, ['company_id', 'ids']);

/** The body of a call that sets the status of records of a company, named by their ids. */
export const bulkStatus = <const P extends { readonly company_id: object; readonly new_status: object }>(
  properties: P,
) => object({ ids: bulkIds, confirm, ...properties }, ['company_id', 'ids', 'new_status']);

export type BulkResponse = Infer<typeof bulkResponse>;
