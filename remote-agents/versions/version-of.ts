import type { Version as StoredVersion } from 'contract/history';
import type { PropertySchema } from 'contract/schema';
import type { Version } from './use-versions';

/** The written fields of a versioned noun (contract/nouns.ts), in the contract's order. */
export interface VersionedNoun {
  readonly replace: { readonly properties: Readonly<Record<string, PropertySchema>> };
}

/** A stored state as people compare it: the first long text, and every other field in words. */
export function versionOf<Values extends object>(noun: VersionedNoun, stored: StoredVersion<Values>): Version<Values> {
  const { at, username, is_current, operation_id: _, ...others } = stored;
  const values = others as unknown as Values;
  const valueOf = (name: string) => (values as Readonly<Record<string, unknown>>)[name];
  const fields = Object.entries(noun.replace.properties);
  const text = fields.find(([, { kind }]) => kind === 'longText')?.[0];
  return {
    at,
    username,
    is_current,
    values,
    text: text === undefined ? '' : String(valueOf(text) ?? ''),
    facts: fields
      .filter(([name]) => name !== text)
      .map(([name, property]) => ({ label: property.title ?? name, value: inWords(property, valueOf(name)) })),
  };
}

function inWords({ labels, items }: PropertySchema, value: unknown): string {
  const words: Readonly<Record<string, string>> = items?.labels ?? labels ?? {};
  const all = [value ?? []].flat().map((one) => words[String(one)] ?? String(one));
  return all.join(', ') || 'None';
}
