/** What an order is: a change that is wanted, and the words that say of which records. See `orders.ts` for how to add one. */

/** A change that a person orders. */
export interface Order {
  /** The tool that proposes it, by the look-up whose records are meant. */
  readonly tools: Readonly<Partial<Record<string, string>>>;
  /** The tool's arguments that say what is changed. */
  readonly change: Readonly<Record<string, unknown>>;
  /** The words that say which records are meant: 'these', 'all video ads of Lumen'. */
  readonly which: string;
}

/** A kind of change. */
export interface OrderKind {
  /** The tools that propose it, by the look-up whose records are meant. */
  readonly tools: Order['tools'];
  /** What can be said to an agent that may propose it, behind a list. */
  readonly example: string;
  /** The change that a text orders (as `orderOf` has it); null where it is another one. */
  read(text: string): Pick<Order, 'change' | 'which'> | null;
}
