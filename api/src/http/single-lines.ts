/** Texts of one line lose the white space at both ends before they are judged and stored (DECISIONS §1). */
import { isTrimmed } from 'contract/rules';
import type { Schema } from './validation';

/** The value with its single-line texts trimmed, wherever the schema has them; what is not of its shape stays as it is. */
export function trimLines(schema: Schema, value: unknown): unknown {
  if (typeof value === 'string') return isTrimmed(schema) ? value.trim() : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return schema.items ? value.map((item) => trimLines(schema.items ?? {}, item)) : value;
  const { properties } = schema;
  if (!properties) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]: [string, unknown]) => [
      name,
      Object.hasOwn(properties, name) ? trimLines(properties[name] ?? {}, entry) : entry,
    ]),
  );
}
