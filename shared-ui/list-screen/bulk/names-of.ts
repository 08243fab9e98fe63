import type { NamesOf } from '../../undo/undo';
import type { AnyList, AnyRow } from '../list-definition';

/** So many records that the page does not show are asked for their names. */
const ASKED = 20;

interface Known {
  readonly list: AnyList;
  /** Those of the page. */
  readonly rows: readonly AnyRow[];
  /** Asks the service for a record; absent where it has no call for that. */
  readonly read: ((id: number) => Promise<AnyRow>) | undefined;
}

/** Names of records: those of the page by their rows, a few others by asking for them, the rest by their ids. */
export const namesOf =
  ({ list, rows, read }: Known): NamesOf =>
  async (ids) => {
    const shown = new Map(rows.map((row) => [row.id, list.nameOf(row)]));
    const others = ids.filter((id) => !shown.has(id));
    const asked = await Promise.all(
      others.map(async (id, at): Promise<[number, string]> => {
        const row = at < ASKED ? await read?.(id).catch(() => undefined) : undefined;
        return [id, row ? list.nameOf(row) : `${list.noun.one} ${id}`];
      }),
    );
    return new Map([...shown, ...asked]);
  };
