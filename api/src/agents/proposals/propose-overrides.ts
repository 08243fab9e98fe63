/** Proposals about the override names of product variants (DECISIONS §5, §9). */
import { OVERRIDES, variantNoun } from 'contract/company/product-variants';
import { updateVariantOverrides } from '../../company/product-variants-bulk.queries';
import type { Proposable } from './proposable';
import { VARIANT_NOUN, type ProposedRecord } from './proposed-records.queries';

/** Names to set; null clears one, an absent one stays. */
export type OverrideNames = Partial<Record<(typeof OVERRIDES)[number], string | null>>;

/** The change: the same names for all, or to each variant its own, by its id. */
export interface OverrideChange {
  readonly names: OverrideNames;
  readonly each?: Readonly<Record<string, OverrideNames>>;
}

/** The kind. */
export const overridesOfVariants: Proposable<OverrideChange> = {
  noun: VARIANT_NOUN,
  route: () => ({ method: 'POST', path: '/product-variants/bulk/update-overrides' }),
  changes: (body, record) =>
    OVERRIDES.flatMap((name) => {
      const after = namesFor(body, record)[name];
      const before = (record.seen[name] as string | null) ?? null;
      const isSame = after === undefined || after === before;
      return isSame ? [] : [{ label: variantNoun.properties[name].title, before, after }];
    }),
  words(body, records) {
    const values = [...new Set([body.names, ...Object.values(body.each ?? {})].flatMap(Object.values<string | null>))];
    const [only] = values;
    const verb = values.every((value) => value === null) ? 'Clear' : 'Set';
    const action = `${verb} override names of ${records}`;
    return { action, summary: values.length === 1 && only ? `${action} to “${only}”` : action };
  },
  open: (_, company_id) => ({ path: '/product-variants', query: { company_id } }),
  apply: (db, caller, { companyId: company_id, body, records }) => {
    const updates = records.map((record) => ({ id: record.id, ...namesFor(body, record) }));
    return updateVariantOverrides(db, caller, { company_id, updates, confirm: true });
  },
};

const namesFor = ({ names, each }: OverrideChange, { id }: ProposedRecord): OverrideNames =>
  each ? (each[id] ?? {}) : names;
