/**
 * A noun: each property with its kind, label and limits, and by its marks whether a person writes it. Every body and
 * response of its regular calls follows, and in the service its table, its columns, what PUT empties and what a copy has.
 */
import { object, partial, type Infer, type PropertySchema, type RecordSchema } from './schema';

/** The properties of a noun by their names. */
export type Properties = Readonly<Record<string, PropertySchema>>;

/** Set by the person who writes the record, when it is created and later. */
export const written = <const S extends object>(schema: S) => ({ ...schema, written: 'always' as const });

/** Set when the record is created, and fixed afterwards. */
export const writtenOnce = <const S extends object>(schema: S) => ({ ...schema, written: 'once' as const });

/** Without a column of its own: the service reads it beside the record. */
export const computed = <const S extends object>(schema: S) => ({ ...schema, computed: true as const });

type Having<P, Mark> = { [K in keyof P]: P[K] extends Mark ? K : never }[keyof P] & string;
type Secret<P> = Having<P, { readonly kind: 'secret' }>;
/** The names of what POST takes. */
export type CreateName<P> = Having<P, { readonly written: 'always' | 'once' }>;
/** The names of what PUT and PATCH take. */
export type ReplaceName<P> = Having<P, { readonly written: 'always' }>;
/** The names of what has a column of the noun's table. */
export type Stored<P> = Exclude<keyof P & string, Having<P, { readonly computed: true }>>;
/** The names of what may be left out: it is then null, or its default. */
type Optional<P> =
  Having<P, { readonly default: unknown }> | { [K in keyof P]: null extends Infer<P[K]> ? K : never }[keyof P];

/** A schema of these properties. */
export interface Part<P, Names extends keyof P, Required extends keyof P> {
  readonly type: 'object';
  readonly properties: Pick<P, Names>;
  readonly required: readonly Required[];
  readonly additionalProperties: false;
}

/** The schemas of a noun's regular calls. */
export interface Noun<P extends Properties = Properties> {
  /** All of it, secrets too. */
  readonly properties: P;
  /** A record as every response has it: all but the secrets, always there. */
  readonly response: Part<P, Exclude<keyof P & string, Secret<P>>, Exclude<keyof P & string, Secret<P>>>;
  /** The body of POST. What may be null or has a default may be left out. */
  readonly create: Part<P, CreateName<P>, Exclude<CreateName<P>, Optional<P>>>;
  /** The body of PUT. */
  readonly replace: Part<P, ReplaceName<P>, Exclude<ReplaceName<P>, Optional<P>>>;
  /** The body of PATCH. */
  readonly update: Part<P, ReplaceName<P>, never>;
}

/** Whether null is a value of it. */
export const isNullable = ({ type }: PropertySchema): boolean => Array.isArray(type) && type.includes('null');

/** A noun with its name and its list. */
export interface ListedNoun<K extends string, P extends Properties, Q extends RecordSchema> extends Noun<P> {
  /** As the audit log and nouns.ts call it. */
  readonly kind: K;
  /** The query of its list. */
  readonly query: Q;
  /** How the list is sorted unless the query says. */
  readonly defaultSort: SortOf<Q>;
}

/** The sorts of a query; of any query, a text. */
export type SortOf<Q> =
  Infer<Q> extends { sort_by?: infer Sort } ? (unknown extends Sort ? string : Extract<Sort, string>) : string;

/** The schemas of the regular calls on records of these properties. */
export function noun<const K extends string, const P extends Properties, const Q extends RecordSchema>(
  kind: K,
  query: Q,
  defaultSort: SortOf<NoInfer<Q>>,
  properties: P,
): ListedNoun<K, P, Q> {
  const part = (isPart: (property: PropertySchema) => boolean, isOptional: (property: PropertySchema) => boolean) => {
    const entries = Object.entries(properties).filter(([, property]) => isPart(property));
    const required = entries.filter(([, property]) => !isOptional(property)).map(([name]) => name);
    return object(Object.fromEntries(entries), required);
  };
  const mayBeLeftOut = (property: PropertySchema) => isNullable(property) || property.default !== undefined;
  const replace = part((property) => property.written === 'always', mayBeLeftOut);
  const schemas = {
    kind,
    query,
    defaultSort,
    properties,
    response: part(
      (property) => property.kind !== 'secret',
      () => false,
    ),
    create: part((property) => property.written !== undefined, mayBeLeftOut),
    replace,
    update: partial(replace),
  };
  // Which names each part has is written once for the compiler, in `Noun`, and once for the running code, above.
  return schemas as unknown as ListedNoun<K, P, Q>;
}
