/** An address that no page has. Thrown where it is rendered; the error screen says it in its own words. */
export class NotFound extends Error {
  override readonly name = 'NotFound';

  constructor() {
    super('404 Not Found');
  }
}
