/** A noun's table, read off its contract: the columns, their types, and the values that a body leaves in them. */
import type { Generated } from 'kysely';
import { isNullable, type Properties, type Stored } from 'contract/noun';
import { isTrimmed } from 'contract/rules';
import type { Infer, PropertySchema } from 'contract/schema';

/** A column of a property. What the service or the database sets need not be there when a row is inserted. */
type Column<S> = S extends { readonly kind: 'secret' }
  ? Buffer | null
  : null extends Infer<S>
    ? Infer<S>
    : S extends { readonly default: unknown }
      ? Generated<Infer<S>>
      : S extends { readonly written: string }
        ? Infer<S>
        : Generated<Infer<S>>;

/** Who wrote the record last, beside `updated_at`; null: the operator. */
type UpdatedBy<P> = P extends { readonly updated_at: unknown } ? { updated_by: number | null } : unknown;
/** Who wrote it first, where the contract tells the name. */
type CreatedBy<P> = P extends { readonly created_by_username: unknown } ? { created_by: number | null } : unknown;

/** A noun's table as its contract has it; what is kept for lists alone is said beside it. */
export type Table<N extends { readonly properties: Properties }> = {
  [Name in Stored<N['properties']>]: Column<N['properties'][Name]>;
} & UpdatedBy<N['properties']> &
  CreatedBy<N['properties']>;

type Entry = [name: string, property: PropertySchema];
const isStored = ([, { computed }]: Entry) => !computed;

/** The names of the columns. */
export const columnsOf = (properties: Properties): string[] =>
  Object.entries(properties)
    .filter(isStored)
    .map(([name]) => name);

/** The values that PUT sets where its body has none: null, or the default. An absent secret stays as it is. */
export const emptied = (properties: Properties): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, { written, kind, ...property }]) => {
        const isOptional = isNullable(property) || property.default !== undefined;
        return written === 'always' && kind !== 'secret' && isOptional;
      })
      .map(([name, property]) => [name, property.default ?? null]),
  );

/** The names of what a copy has from its original: all that is written, but secrets and what must differ. */
export const copied = (properties: Properties): string[] =>
  Object.entries(properties)
    .filter(([, { written, kind, unique }]) => written !== undefined && kind !== 'secret' && !unique)
    .map(([name]) => name);

/** The values as they are kept: those that were given; an empty line is null where null is a value. */
export const kept = (properties: Properties, values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]: [string, unknown]) => [name, keptValue(properties[name], value)]),
  );

function keptValue(property: PropertySchema | undefined, value: unknown): unknown {
  if (!property || typeof value !== 'string' || !isTrimmed(property)) return value;
  const line = value.trim();
  return line === '' && isNullable(property) ? null : line;
}
