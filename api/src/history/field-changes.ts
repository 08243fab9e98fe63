/** An entry of the audit log, field by field (DECISIONS §10). Pure. */
import { MAX_SHOWN_TEXT, type FieldChange } from 'contract/history';
import { lengthOf } from 'contract/rules';
import type { PropertySchema } from 'contract/schema';
import type { AuditedRecord } from '../database/audit';

type Fields = Readonly<Record<string, PropertySchema>>;

/** Fields that are no news: they change with each save, follow from another field, or are kept for Undo alone. */
const BOOKKEEPING = new Set([
  'id',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'changed_secrets',
  'resource_ids',
  'last_used_on',
]);
/** The values beside the row in some entries. */
const LABELS: Readonly<Record<string, string>> = {
  tags: 'Tags',
  knowledge: 'Linked Knowledge',
  knowledge_id: 'Linked Knowledge',
  knowledge_ids: 'Linked Knowledge',
  agent_ids: 'Linked Agents',
};

/** The changes from `before` to `after`, each null where the record was not there. */
export interface Change {
  readonly before: AuditedRecord | null;
  readonly after: AuditedRecord | null;
}

/**
 * The fields that differ, in the order of the noun's form; of a secret only that it changed. `fields` are those that a
 * person writes, where the noun is known: then what else the row holds is left out.
 */
export function changesOf(fields: Fields | undefined, { before, after }: Change): FieldChange[] {
  const all = { ...before, ...after };
  // A link names the agent's slug beside what is linked: that is no change of it.
  const isLink = 'knowledge_id' in all;
  const isNamed = 'knowledge' in all;
  const beside = Object.keys(all)
    .filter((name) => isShownBeside(fields, name))
    .filter((name) => !isNamed || name !== 'knowledge_id');
  const names = [...(isLink ? [] : Object.keys(fields ?? {})), ...beside];
  const secrets = new Set([after?.['changed_secrets']].flat());
  return names.flatMap((name) => {
    const [was, is] = [before?.[name] ?? null, after?.[name] ?? null];
    if (JSON.stringify(was) === JSON.stringify(is) && !secrets.has(name)) return [];
    return {
      field: name,
      label: fields?.[name]?.title ?? LABELS[name] ?? sentence(name),
      kind: fields?.[name]?.kind ?? (name === 'tags' ? 'tags' : 'text'),
      labels: fields?.[name]?.labels ?? fields?.[name]?.items?.labels ?? null,
      before: shown(was),
      after: shown(is),
      is_secret: fields?.[name]?.kind === 'secret',
      is_cut: isLong(was) || isLong(is),
    };
  });
}

const isShownBeside = (fields: Fields | undefined, name: string) =>
  fields ? !(name in fields) && name in LABELS : !BOOKKEEPING.has(name);

const isLong = (value: unknown): value is string =>
  typeof value === 'string' && value.length > MAX_SHOWN_TEXT && lengthOf(value) > MAX_SHOWN_TEXT;
// Never through the middle of a character that takes two units.
const shown = (value: unknown) =>
  isLong(value) ? [...value.slice(0, MAX_SHOWN_TEXT * 2)].slice(0, MAX_SHOWN_TEXT).join('') : value;

/** `shopify_api_key` as 'Shopify api key'. */
const sentence = (name: string) => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The fields that a record is known by, whichever it has. */
const NAMES = ['name', 'slug', 'search_term', 'platform_username', 'url', 'cached_product_name', 'ad_name', 'username'];

/** The name of a record in an entry; null where the entry does not hold it. */
export function nameIn({ before, after }: Change): string | null {
  for (const record of [after, before])
    for (const field of NAMES) {
      const value = record?.[field];
      if (typeof value === 'string' && value !== '') return value;
    }
  return null;
}
