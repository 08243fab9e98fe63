/** A failure that a toast has told already: a form keeps its input and does not say it once more. */
export class ToldFailure extends Error {
  override readonly name = 'ToldFailure';

  /** @param cause what the toast was about */
  constructor(cause: unknown) {
    super('A toast has told why.', { cause });
  }
}

const shown = new WeakSet<object>();

/** Notes that a toast has shown this failure, which is thrown on as it is. */
export const noteShown = (error: unknown): void => {
  if (error instanceof Object) shown.add(error);
};

/** Whether a toast has shown this failure already. */
export const isShown = (error: unknown): boolean =>
  error instanceof ToldFailure || (error instanceof Object && shown.has(error));
