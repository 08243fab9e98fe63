/**
 * Words for writing a schema: each returns plain JSON Schema, so the same object is read by the
 * compiler (its type), Fastify (validation and serialisation), the OpenAPI document and the forms
 * (limits and messages), and costs a browser nothing but its own text.
 */

/** The TypeScript type of the values that a schema made with the words of this file admits. */
export type Infer<S> = S extends { readonly enum: readonly (infer V)[]; readonly type: infer T }
  ? V | NullOf<T>
  : S extends { readonly properties: infer P; readonly required: readonly (infer R)[] }
    ? | NullOf<S extends { readonly type: infer T } ? T : never>
      | Flat<
          { -readonly [K in keyof P as K extends R ? K : never]: Infer<P[K]> } & {
            -readonly [K in keyof P as K extends R ? never : K]?: Infer<P[K]>;
          }
        >
    : S extends { readonly type: 'array'; readonly items: infer I }
      ? Infer<I>[]
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

/**
 * The kind of a value, beyond its JSON type, by which lists, forms and exports render it: `longText` is typed into several
 * lines, `url` is a link, `choice` one of the few in `labels`, `money` dollars, `rate` a fraction that is read in percent, `tags` names of tags, `company` the id of
 * a company, `search` a part of the text that is looked for, and a `secret` (key, password, token) is sent and never shown.
 */
export type Kind =
  | 'text'
  | 'longText'
  | 'url'
  | 'choice'
  | 'flag'
  | 'number'
  | 'money'
  | 'rate'
  | 'date'
  | 'dateTime'
  | 'company'
  | 'tags'
  | 'search'
  | 'secret';

/**
 * A property as the forms, the messages and the service read it. Every key is JSON Schema but those of the house:
 * `kind`, `labels`, `trims`, `names`, the two messages, and the three marks of `noun.ts` (`written`, `computed`, `unique`).
 */
export interface PropertySchema {
  readonly kind?: Kind;
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
  /** The message for a value that breaks `pattern` or `format`; absent: '<Label> format is invalid'. */
  readonly formatMessage?: string;
  /** The label of each value of `enum`, or of a flag's true and false. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The value when absent. */
  readonly default?: unknown;
  /** Of a list, what each of its values is. */
  readonly items?: PropertySchema;
  /** Whether a long text is trimmed at both ends; `text` and `url` always are, everything else is taken as it is sent. */
  readonly trims?: true;
  /** No two records of a company, or of the service, have the same: 409. */
  readonly unique?: true;
  /** The noun's bulk calls name a record by it, in place of the id. */
  readonly names?: true;
  /** Who sets it: a person, always or only when the record is created; absent: the service alone. */
  readonly written?: 'always' | 'once';
  /** Of a list of records: each record's values are judged apart, so that a mistake is that record's alone. */
  readonly judgedApart?: true;
  /** It has no column of its own: the service finds it beside the record. */
  readonly computed?: true;
  /** The message for a value that must be there and is not; absent: '<Label> is required'. */
  readonly requiredMessage?: string;
  /** The message for a list that must name something and is empty; absent: '<Label> must name at least 1'. */
  readonly emptyMessage?: string;
}

/** An object schema as the forms and the service's validation read it. */
export interface RecordSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required: readonly string[];
}

/** The options of a property beside those that its word sets. */
type Options = Omit<PropertySchema, 'kind' | 'type' | 'title' | 'written' | 'computed'>;

/** A word for properties of one kind. `title` is the label that their messages begin with. */
export interface Word<S> {
  (title: string): S & { readonly title: string };
  <const O extends Options>(title: string, options: O): S & { readonly title: string } & O;
}
/** A word for the properties of one kind: `text("Name", { maxLength: 255 })`. */
export const word = <const S extends PropertySchema>(schema: S) =>
  ((title: string, options?: Options) => ({ ...schema, title, ...options })) as Word<S>;

/** Text of one line, counted in code points. */
export const text = word({ kind: 'text', type: 'string' });
/** Text of several lines. */
export const longText = word({ kind: 'longText', type: 'string' });
/** Sent and never shown: a password, a token, a key. */
export const secretText = word({ kind: 'secret', type: 'string' });
/** A number. `multipleOf` 0.01 means at most two decimals. */
export const number = word({ kind: 'number', type: 'number' });
/** US dollars with at most two decimals. */
export const money = word({ kind: 'money', type: 'number', multipleOf: 0.01 });
/** A fraction of 1 with at most four decimals, such as 0.029; a person reads it in percent. */
export const rate = word({ kind: 'rate', type: 'number', multipleOf: 0.0001 });
/** A whole number. */
export const integer = word({ kind: 'number', type: 'integer' });
/** How many there are. */
export const count = word({ kind: 'number', type: 'integer', minimum: 0 });
/** True or false. */
export const flag = word({ kind: 'flag', type: 'boolean' });
/** A time: ISO 8601 in UTC with `Z`, milliseconds. */
export const dateTime = word({ kind: 'dateTime', type: 'string', format: 'date-time' });

/** A record's id: a positive integer that PostgreSQL's `integer` holds. */
export const id = { kind: 'number', type: 'integer', minimum: 1, maximum: 2147483647, title: 'Id' } as const;
/** The id of a company. */
export const company = word({ kind: 'company', type: 'integer', minimum: 1, maximum: 2147483647 });

/** The pattern of a slug: lowercase alphanumeric words joined by single hyphens. */
export const SLUG_PATTERN = '^[a-z0-9]+(-[a-z0-9]+)*$';
/** The pattern of an absolute http or https URL. */
export const URL_PATTERN = '^[hH][tT][tT][pP][sS]?://[^\\s/?#]+\\S*$';

/** A name for addresses, of which there is no second. */
export const slug = text('Slug', {
  unique: true,
  minLength: 1,
  maxLength: 255,
  pattern: SLUG_PATTERN,
  formatMessage: 'Slug must be lowercase alphanumeric words separated by single hyphens',
});

/** An absolute http or https URL. */
export const url = (title: string) =>
  word({ kind: 'url', type: 'string', maxLength: 2048, pattern: URL_PATTERN })(title, {
    formatMessage: `${title} must be an absolute http or https URL`,
  });

/** One of a fixed list of words. */
export const oneOf = <const V extends readonly string[]>(title: string, values: V) => ({
  kind: 'choice' as const,
  type: 'string' as const,
  title,
  enum: values,
});

/** One of a few, each with what a person reads in its place. */
export const choice = <const L extends Readonly<Record<string, string>>>(title: string, labels: L) => ({
  ...oneOf(title, Object.keys(labels) as (keyof L & string)[]),
  labels,
});

/** Written and never returned: stored encrypted. Absent keeps it, null clears it. */
export const secret = (title: string) => nullable(secretText(title, { minLength: 1, maxLength: 4096 }));

/** A calendar date, `YYYY-MM-DD`: a whole day without a time zone. */
export const calendarDate = <const O extends Pick<PropertySchema, 'formatMinimum' | 'formatMaximum'>>(
  title: string,
  options: O,
) => ({ kind: 'date' as const, type: 'string' as const, title, format: 'date' as const, ...options });

/** The same, or null. */
export const nullable = <
  const S extends { readonly type: string; readonly enum?: readonly (string | number | null)[] },
>(
  schema: S,
) =>
  ({
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum ? { enum: [...schema.enum, null] } : {}),
  }) as unknown as Omit<S, 'type'> & { readonly type: readonly [S['type'], 'null'] };

/** A list of values of one schema. */
export const listOf = <const S extends object, const O extends object>(items: S, options: O = {} as O) => ({
  type: 'array' as const,
  items,
  ...options,
});

/** The names of the tags that a record carries, in their order. */
export const tagNames = listOf(text('Tag'), { kind: 'tags', title: 'Tags' });

/** An object that holds these properties and no other; `required` names the ones that must be there. */
export const object = <const P extends Readonly<Record<string, object>>, const R extends readonly (keyof P & string)[]>(
  properties: P,
  required: R,
) => ({ type: 'object' as const, properties, required, additionalProperties: false as const });

/** An object whose every property is there: what a response is. */
export const response = <const P extends Readonly<Record<string, object>>>(properties: P) =>
  object(properties, Object.keys(properties) as (keyof P & string)[]);

/** The body of a PATCH: the same properties, none of them required. */
export const partial = <const S extends { readonly required: readonly string[] }>(schema: S) =>
  ({ ...schema, required: [] }) as Omit<S, 'required'> & { readonly required: readonly [] };
