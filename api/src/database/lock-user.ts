/** One change at a time of what belongs to a person, in however many tabs they work. */
import type { Transaction } from 'kysely';
import type { Tables } from './connection';

/** Locks a user until the transaction ends; undefined for one that is gone. Rows that refer to the user can be written meanwhile. */
export const lockUser = (transaction: Transaction<Tables>, userId: number) =>
  transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
