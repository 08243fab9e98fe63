/** A list's definition with its defaults from the contract. */
import type { PropertySchema, RecordSchema } from 'contract/schema';
import type { ReactNode } from 'react';
import { badgeOf, choicesOf, textOf, type Tones } from '../../by-kind';
import type { AnyColumn, AnyFilter, AnyList, AnyRow, ListDefinition } from '../list-definition';

/** So many of them does a card show that is not told which. */
const FACTS = 2;

/** A column as it is declared. */
type Declared = Partial<AnyColumn> & { readonly key: string };

/** Resolved lists, by their definition: a screen that is opened again has nothing to fill in. */
const known = new WeakMap<object, AnyList>();

/** A definition as the engine's parts read it: titles, labels, sorts, cells and filters by the contract. */
export function resolved<Response extends RecordSchema, Query extends RecordSchema, Written extends RecordSchema>(
  definition: ListDefinition<Response, Query, Written>,
): AnyList {
  const list = known.get(definition) ?? fillIn(definition);
  known.set(definition, list);
  return list;
}

function fillIn<Response extends RecordSchema, Query extends RecordSchema, Written extends RecordSchema>(
  definition: ListDefinition<Response, Query, Written>,
): AnyList {
  const { contract } = definition;
  // The engine's parts treat every record alike; that the keys are right was checked where the list was declared.
  const list = definition as unknown as AnyList;
  const declared = (list.columns as unknown as readonly (string | Declared)[]).map((said) =>
    typeof said === 'string' ? { key: said } : said,
  );
  const schemaOf = (key: string) => contract.response.properties[key] ?? {};
  const isBadge = (key: string) => list.badges?.[key] !== undefined;
  const named = declared.find(({ name }) => name) ?? declared[0];
  const chosen = declared.filter(({ fact }) => fact);
  const plain = declared.filter((column) => column !== named && !isBadge(column.key));
  const facts = chosen.length > 0 ? chosen : plain.slice(0, FACTS);
  const sortable = contract.query.properties.sort_by?.enum ?? [];
  return {
    ...list,
    defaultSort: contract.defaultSort,
    badges: list.badges ?? {},
    columns: declared.map((column) => {
      const { key } = column;
      const schema = schemaOf(key);
      return {
        title: schema.title ?? key,
        sort: sortable.includes(key) ? key : undefined,
        cell: cellOf(key, schema, list.badges?.[key]),
        ...column,
        look: looksOf(schema, {
          named: column === named,
          badge: isBadge(key),
          fact: facts.includes(column),
          quiet: column.quiet,
        }).concat(column.className ? ` ${column.className}` : ''),
        schema,
      };
    }),
    filters: (definition.filters as readonly string[]).map((key) => ({
      ...filterOf(key, contract.query.properties[key] ?? {}),
      isMain: (definition.mainFilters as readonly string[] | undefined)?.includes(key) ?? true,
    })),
  };
}

/** Draws values by the column's key; plain functions, called for every row. */
export type CellsOf<Row> = { readonly [Key in keyof Row]?: (row: Row) => ReactNode };

/** The list with the screen's own cells in place of the definition's. */
export function withCells(list: AnyList, cells: object = {}): AnyList {
  const drawn = cells as Readonly<Partial<Record<string, AnyColumn['cell']>>>;
  return { ...list, columns: list.columns.map((column) => ({ ...column, cell: drawn[column.key] ?? column.cell })) };
}

/** A list's columns: whose a row is stands there only where rows are of several companies, when `companyId` is absent. */
export const columnsFor = ({ columns }: AnyList, companyId: number | null): readonly AnyColumn[] =>
  columns.filter(({ acrossCompanies }) => !acrossCompanies || companyId === null);

/** Plain functions and no components: they are called for every row. */
const cellOf = (key: string, schema: PropertySchema, tones: Tones | undefined) =>
  tones === undefined ? (row: AnyRow) => textOf(schema, row[key]) : (row: AnyRow) => badgeOf(schema, tones, row[key]);

function filterOf(key: string, schema: PropertySchema): Omit<AnyFilter, 'isMain'> {
  const filter = { key, schema, label: schema.title ?? key };
  if (schema.type === 'array') return { ...filter, type: 'tags' };
  switch (schema.kind) {
    case 'company':
      return { ...filter, type: 'company' };
    case 'tags':
      return { ...filter, type: 'tag' };
    case 'choice':
    case 'flag':
      return { ...filter, type: 'choice', options: choicesOf(schema) };
    case 'number':
    case 'money':
    case 'rate':
      return { ...filter, type: 'number' };
    case 'date':
      return { ...filter, type: 'date' };
    default:
      return { ...filter, type: 'text' };
  }
}

/** How the values of a column stand in their cells, and where on a card. */
function looksOf(
  schema: PropertySchema,
  { named, badge, fact, quiet }: Record<'named' | 'badge' | 'fact', boolean> & Pick<AnyColumn, 'quiet'>,
) {
  const { kind, enum: words } = schema;
  const isState = words !== undefined || kind === 'flag';
  const looks = {
    name: named,
    number: kind === 'number' || kind === 'money' || kind === 'rate',
    day: kind === 'date' || kind === 'dateTime',
    chips: kind === 'tags',
    state: !named && (isState || badge),
    fact,
    quiet,
  };
  const isText = !isState && !looks.number && !looks.day && !looks.chips;
  const all = Object.entries({ ...looks, text: isText });
  return all.flatMap(([look, is]) => (is ? [`list-table__${look}`] : [])).join(' ');
}
