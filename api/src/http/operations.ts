/**
 * Operations (DECISIONS §10): what a person did in one go and can take back in one. A request is an operation by itself,
 * named by its request id; a change of many records that is sent in parts is one operation under the id of its first part.
 *
 * Every response to a change says its operation in `x-operation-id`. A request that sends that back in the same header
 * becomes a later part of it, if the same person began it within the last hour and it was not undone meanwhile; else
 * it is an operation of its own, as the response says. So no client can make up an id or reach into another's operation.
 */
import type { FastifyInstance } from 'fastify';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/connection';
import type { Caller } from './access';
import { InvalidInput } from './errors';

/** The header of requests and responses. */
export const OPERATION_HEADER = 'x-operation-id';

/** How many entries of the audit log one operation has at most: a later part begins a new one. */
const MAX_OPERATION_ENTRIES = 20_000;

/** The header in the API's description. */
export const OPERATION_ID = {
  [OPERATION_HEADER]: {
    type: 'string',
    description: 'What the response to the first part of an operation said: this request is a later part of it',
  },
} as const;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Lets the changes of this scope be parts of an operation. Throws InvalidInput (422) for a header that is not one the
 * service could have sent.
 */
export function joinOperations(scope: FastifyInstance, db: Kysely<Tables>): void {
  scope.addHook('preHandler', async (request) => {
    const { caller, headers, method, routeOptions } = request;
    const sent = headers[OPERATION_HEADER];
    if (!caller || sent === undefined || method === 'GET' || method === 'HEAD') return;
    // To take an operation back is always one of its own.
    if (routeOptions.url?.endsWith('/undo')) return;
    if (typeof sent !== 'string' || !UUID.test(sent))
      throw new InvalidInput([
        {
          loc: ['header', OPERATION_HEADER],
          msg: `${OPERATION_HEADER} must be one that a response had`,
          type: 'pattern',
        },
      ]);
    if (await isOpenFor(db, caller, sent)) request.caller = { ...caller, operationId: sent };
  });
}

/** Whether the person's request may become a part of an operation. */
async function isOpenFor(db: Kysely<Tables>, { userId }: Caller, operationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select user_id, at, undoes from audit_log
      where coalesce(operation_id, request_id) = ${operationId} limit ${MAX_OPERATION_ENTRIES}
    ) as part
    having count(*) between 1 and ${MAX_OPERATION_ENTRIES - 1}
      and bool_and(user_id is not distinct from ${userId} and undoes is null)
      and max(at) > clock_timestamp() - interval '1 hour'
      and not exists (select from audit_log where undoes = ${operationId})`.execute(db);
  return rows.length > 0;
}
