/** What a list leaves to the contract, filled in. */
import type { PropertySchema, RecordSchema } from 'api/contract/schema';
import { badgeOf, choicesOf, textOf, type Tones } from '../by-kind';
import type { AnyColumn, AnyFilter, AnyList, AnyRow, ListDefinition } from './list-definition';

/** A definition as the engine's parts read it: titles, labels, sorts, cells and filters by the contract. */
export function filledIn<Response extends RecordSchema, Query extends RecordSchema, Written extends RecordSchema>(
  definition: ListDefinition<Response, Query, Written>,
): AnyList {
  const { contract, query } = definition;
  // The engine's parts treat every record alike; that the keys are right was checked where the list was declared.
  const list = definition as unknown as AnyList;
  const declared = list.columns as unknown as readonly (string | (Partial<AnyColumn> & { readonly key: string }))[];
  const sortable = query.properties.sort_by?.enum ?? [];
  return {
    ...list,
    badges: list.badges ?? {},
    columns: declared.map((said) => {
      const column = typeof said === 'string' ? { key: said } : said;
      const { key } = column;
      const schema = contract.response.properties[key] ?? {};
      return {
        title: schema.title ?? key,
        sort: sortable.includes(key) ? key : undefined,
        cell: cellOf(key, schema, list.badges?.[key]),
        short: isShort(schema),
        ...column,
        schema,
      };
    }),
    filters: (definition.filters as readonly string[]).map((key) => filterOf(key, query.properties[key] ?? {})),
  };
}

/** The list with cells of the screen's own in place of the definition's, by the column's key. */
export function withCells(list: AnyList, cells: object = {}): AnyList {
  const drawn = cells as Readonly<Partial<Record<string, AnyColumn['cell']>>>;
  return { ...list, columns: list.columns.map((column) => ({ ...column, cell: drawn[column.key] ?? column.cell })) };
}

/** Plain functions and no components: they are called for every row. */
const cellOf = (key: string, schema: PropertySchema, tones: Tones | undefined) =>
  tones === undefined ? (row: AnyRow) => textOf(schema, row[key]) : (row: AnyRow) => badgeOf(schema, tones, row[key]);

function filterOf(key: string, schema: PropertySchema): AnyFilter {
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
      return { ...filter, type: 'number' };
    default:
      return { ...filter, type: 'text' };
  }
}

const isShort = ({ type, format, enum: words }: PropertySchema) =>
  words !== undefined ||
  format === 'date' ||
  [type].flat().every((one) => ['number', 'integer', 'boolean', 'null'].includes(one ?? ''));
