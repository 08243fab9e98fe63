/** Something that the present screen can do: the command palette offers it, a single key does it. */
export interface Command {
  /** Unique on the screen, and the same from one render to the next. */
  readonly id: string;
  /** How the palette names it; absent: it has a key alone, such as the one to the next row. */
  readonly label?: string;
  /**
   * Its key as the keyboard's event names it, a letter small, or after `Shift+` capital; absent: the palette alone has it.
   * `Enter` is only named, a row hears it by itself.
   */
  readonly key?: string | undefined;
  readonly run: () => void;
  /** Another screen's address, which it leads to in place of running. */
  readonly to?: string | undefined;
}
