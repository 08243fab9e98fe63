/** A failure that a toast has told already: a form keeps its input and does not say it once more. */
export class ToldFailure extends Error {
  override readonly name = 'ToldFailure';

  /** @param cause what the toast was about */
  constructor(cause: unknown) {
    super('A toast has told why.', { cause });
  }
}
