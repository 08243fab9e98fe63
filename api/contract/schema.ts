/**
 * Words for writing a schema: each returns plain JSON Schema, so the same object is read by the
 * compiler (its type), Fastify (validation and serialisation), the OpenAPI document and the forms
 * (limits and sentences), and costs a browser nothing but its own text.
 */

/** The TypeScript type of the values that a schema made with the words of this file admits. */
export type Shape<S> = S extends { readonly enum: readonly (infer V)[]; readonly type: infer T }
  ? V | NullOf<T>
  : S extends { readonly properties: infer P; readonly required: readonly (infer R)[] }
    ? | NullOf<S extends { readonly type: infer T } ? T : never>
      | Flat<
          { -readonly [K in keyof P as K extends R ? K : never]: Shape<P[K]> } & {
            -readonly [K in keyof P as K extends R ? never : K]?: Shape<P[K]>;
          }
        >
    : S extends { readonly type: 'array'; readonly items: infer I }
      ? Shape<I>[]
      : S extends { readonly type: infer T }
        ? Primitive<T extends readonly (infer N)[] ? N : T>
        : unknown;

type NullOf<T> = T extends readonly (infer N)[] ? ('null' extends N ? null : never) : never;
type Flat<T> = { [K in keyof T]: T[K] };
type Primitive<T> =
  | (T extends 'string' ? string : never)
  | (T extends 'number' | 'integer' ? number : never)
  | (T extends 'boolean' ? boolean : never)
  | (T extends 'null' ? null : never)
  | (T extends 'object' ? Record<string, unknown> : never);

/** What the forms and the sentences read off a property; every key is JSON Schema but the two sentences. */
export interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly multipleOf?: number;
  readonly enum?: readonly (string | number | null)[];
  readonly format?: string;
  /** The first and the last date of a calendar date. */
  readonly formatMinimum?: string;
  readonly formatMaximum?: string;
  /** The sentence for a value that breaks `pattern` or `format`; absent: '<Label> format is invalid'. */
  readonly formatMessage?: string;
  /** Taken as it is sent: long text, a filter, a password, a key. Other text is of one line and trimmed at both ends. */
  readonly verbatim?: true;
  /** No two records of a company, or of the service, have the same: 409. */
  readonly unique?: true;
  /** The sentence for a value that must be there and is not; absent: '<Label> is required'. */
  readonly requiredMessage?: string;
}

/** An object schema as the forms and the server's sentences read it. */
export interface RecordSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required: readonly string[];
}

/** Text, counted in code points. `title` is the label that its sentences begin with. */
export const text = <const O extends Omit<PropertySchema, 'type' | 'title'>>(title: string, options: O) => ({
  type: 'string' as const,
  title,
  ...options,
});

/** One of a fixed list of words. */
export const oneOf = <const V extends readonly string[]>(title: string, values: V) => ({
  type: 'string' as const,
  title,
  enum: values,
});

/** A number. `multipleOf` 0.01 means at most two decimals. */
export const number = <const O extends Omit<PropertySchema, 'type' | 'title'>>(title: string, options: O) => ({
  type: 'number' as const,
  title,
  ...options,
});

/** A whole number. */
export const integer = <const O extends Omit<PropertySchema, 'type' | 'title'>>(title: string, options: O) => ({
  type: 'integer' as const,
  title,
  ...options,
});

/** True or false. */
export const flag = (title: string) => ({ type: 'boolean' as const, title });

/** A record's id: a positive integer that PostgreSQL's `integer` holds. */
export const id = { type: 'integer', minimum: 1, maximum: 2147483647, title: 'Id' } as const;

/** A moment: ISO 8601 in UTC with `Z`, milliseconds. */
export const moment = (title: string) => ({ type: 'string' as const, title });

/** A calendar date, `YYYY-MM-DD`: a whole day without a time zone. */
export const calendarDate = <const O extends Pick<PropertySchema, 'formatMinimum' | 'formatMaximum'>>(
  title: string,
  options: O,
) => ({ type: 'string' as const, title, format: 'date' as const, ...options });

/** The same, or null. */
export const orNull = <const S extends { readonly type: string }>(schema: S) =>
  ({ ...schema, type: [schema.type, 'null'] }) as unknown as Omit<S, 'type'> & {
    readonly type: readonly [S['type'], 'null'];
  };

/** A list of values of one schema. */
export const listOf = <const S extends object, const O extends object>(items: S, options: O = {} as O) => ({
  type: 'array' as const,
  items,
  ...options,
});

/** An object that holds these properties and no other; `required` names the ones that must be there. */
export const object = <const P extends Readonly<Record<string, object>>, const R extends readonly (keyof P & string)[]>(
  properties: P,
  required: R,
) => ({ type: 'object' as const, properties, required, additionalProperties: false as const });

/** An object whose every property is there: what an answer is. */
export const answer = <const P extends Readonly<Record<string, object>>>(properties: P) =>
  object(properties, Object.keys(properties) as (keyof P & string)[]);

/** The body of a PATCH: the same properties, none of them required. */
export const partial = <const S extends { readonly required: readonly string[] }>(schema: S) =>
  ({ ...schema, required: [] }) as Omit<S, 'required'> & { readonly required: readonly [] };

/** The pattern of a slug: lowercase alphanumeric words joined by single hyphens. */
export const SLUG_PATTERN = '^[a-z0-9]+(-[a-z0-9]+)*$';
/** An absolute http or https URL. */
export const URL_PATTERN = '^[hH][tT][tT][pP][sS]?://[^\\s/?#]+\\S*$';
