/**
 * Changes that a person makes in one go and can take back in one (DECISIONS §10). The service names it with the response to the
 * first change; the changes after it say that name back and so become parts of the same operation.
 */
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { sessionSignal } from './session-end';

/** The header that names an operation, of requests and responses. */
const OPERATION_HEADER = 'x-operation-id';

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** An operation, while it is done and afterwards. */
export class Operation {
  /** Its names, in order; none before the service has named it, several where the service began another one midway. */
  readonly ids: string[] = [];
  /** Aborted when the session that it was done in has ended. */
  readonly session = sessionSignal();
  /** That of the store which its changes were sent from; undefined before the first. */
  dispatch: Dispatch | undefined;
  private naming: Promise<unknown> | undefined;

  /**
   * Sends a change as a part of it. Until the service has named it one is sent at a time, the others wait.
   *
   * @param send gets the headers that say which operation it is a part of
   */
  async join<T>(send: (headers: Readonly<Record<string, string>>) => Promise<T>): Promise<T> {
    while (this.naming) await this.naming;
    const id = this.ids.at(-1);
    if (id !== undefined) return send({ [OPERATION_HEADER]: id });
    const sent = send({});
    const settled = () => (this.naming = undefined);
    this.naming = sent.then(settled, settled);
    return sent;
  }

  /** Takes note of the name that a response to one of its changes says. */
  hear({ headers }: Response) {
    const id = headers.get(OPERATION_HEADER);
    if (id !== null && !this.ids.includes(id)) this.ids.push(id);
  }
}

/** A mutation of the slice, dispatched as a part of the operation: the base query finds that in the thunk's extra argument. */
export const within =
  <Sent>(operation: Operation, sent: ThunkAction<Sent, unknown, unknown, UnknownAction>) =>
  (dispatch: Dispatch, getState: () => unknown): Sent => {
    operation.dispatch = dispatch;
    const dispatchWithin = (action: unknown) =>
      typeof action === 'function'
        ? (action as ThunkAction<unknown, unknown, unknown, UnknownAction>)(dispatch, getState, operation)
        : dispatch(action as UnknownAction);
    return sent(dispatchWithin as Dispatch, getState, operation);
  };
