/** The lines of a table as records: which column is what, what each line says, and the parts that they are sent in; pure. */
import type { Cells, FileImport, ImportRole } from './definition';
import { amountOf, dayOfText, dayOrderOf, decimalsOf, type DayOrder, type Decimals } from './formats';
import type { Table, TableLine } from './read-table';

/** The role of each column of a table; null: it is left out. */
export type Roles<Role extends string = string> = readonly (Role | null)[];

/** How a table is read. */
export interface Reading<Role extends string = string> {
  readonly roles: Roles<Role>;
  readonly decimals: Decimals;
  readonly dayOrder: DayOrder;
  /** The value of lines that have none of their own. */
  readonly choice: string | null;
}

/** A line as a record, or why it cannot be one. */
export interface ImportLine<Item> extends TableLine {
  readonly name: string;
  readonly item: Item | null;
  readonly msg: string | null;
}

/** The values of a column in the first lines. */
const valuesOf = ({ lines }: Table, column: number) => lines.slice(0, 200).flatMap(({ cells }) => cells[column] || []);

/** The role of each column by its title, else by its values; each at most once. */
export function guessRoles<Role extends string>(
  table: Table,
  { titled, looksLike }: Pick<FileImport<Role, unknown, unknown>, 'titled' | 'looksLike'>,
): Roles<Role> {
  const roles: (Role | null)[] = table.titles.map(() => null);
  const isFree = (role: Role) => !roles.includes(role);
  table.titles.forEach((title, at) => {
    roles[at] = titled.find(([role, words]) => isFree(role) && words.test(title))?.[0] ?? null;
  });
  for (const [role, isOne] of looksLike) {
    if (!isFree(role)) continue;
    const at = roles.findIndex((taken, column) => {
      const values = valuesOf(table, column);
      return taken === null && values.length > 0 && values.every(isOne);
    });
    if (at >= 0) roles[at] = role;
  }
  return roles;
}

/** The formats that the columns of these roles are written in. */
export function guessFormats<Role extends string>(
  table: Table,
  roles: Roles<Role>,
  facts: Readonly<Record<Role, ImportRole>>,
  locale: string,
): Pick<Reading, 'decimals' | 'dayOrder'> {
  const of = (format: ImportRole['format']) =>
    roles.flatMap((role, at) => (role !== null && facts[role].format === format ? valuesOf(table, at) : []));
  return { decimals: decimalsOf(of('amount'), locale), dayOrder: dayOrderOf(of('day'), locale) };
}

/** The titles of the roles without which no line says enough, that no column has. */
export const missingRoles = <Role extends string>(
  roles: Roles<Role>,
  facts: Readonly<Record<Role, ImportRole>>,
): string[] =>
  Object.entries<ImportRole>(facts).flatMap(([role, { title, needed }]) =>
    needed && !roles.includes(role as Role) ? title : [],
  );

/** The lines of a table as records, each with what is wrong in it. */
export function importLines<Role extends string, Item>(
  { lines }: Table,
  { roles, decimals, dayOrder, choice }: Reading<Role>,
  { nameOf, read }: Pick<FileImport<Role, Item, unknown>, 'nameOf' | 'read'>,
): ImportLine<Item>[] {
  const columns = new Map(roles.map((role, at) => [role, at]));
  return lines.map((line) => {
    const text = (role: Role) => line.cells[columns.get(role) ?? -1] ?? '';
    const cells: Cells<Role> = {
      text,
      amount: (role) => amountOf(text(role), decimals),
      day: (role) => dayOfText(text(role), dayOrder),
    };
    const said = read(cells, choice, line.line);
    const name = nameOf(cells) || line.cells.filter(Boolean).join(', ');
    return 'item' in said
      ? { ...line, name, item: said.item, msg: null }
      : { ...line, name, item: null, msg: said.msg };
  });
}

/** So many lines are sent at once, but for a record that has more. */
const PART = 500;

/** The lines in parts, those of one record together as far as a call takes them, in their order. */
export function partsOf<Item>(
  lines: readonly ImportLine<Item>[],
  { keyOf, mostOfOne }: Pick<FileImport<never, Item, unknown>, 'keyOf' | 'mostOfOne'>,
): ImportLine<Item>[][] {
  const byRecord = new Map<string, ImportLine<Item>[]>();
  for (const line of lines) {
    const key = keyOf(line.item!);
    const own = byRecord.get(key);
    if (own) own.push(line);
    else byRecord.set(key, [line]);
  }
  const parts: ImportLine<Item>[][] = [];
  let rest = [...byRecord.values()];
  for (let from = 0; rest.length; from += mostOfOne) {
    // A record comes once in a call: what is beyond comes in another.
    const before = parts.length;
    for (const own of rest) {
      const slice = own.slice(from, from + mostOfOne);
      const last = parts.length > before ? parts.at(-1) : undefined;
      if (last && last.length + slice.length <= PART) last.push(...slice);
      else parts.push(slice);
    }
    rest = rest.filter((own) => own.length > from + mostOfOne);
  }
  return parts;
}
