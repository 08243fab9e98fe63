/** The tool that proposes override names of product variants (DECISIONS §9). */
import {
  productVariantBulkOverrides,
  productVariantOverrides,
  type OVERRIDES,
} from 'contract/company/product-variants';
import { object } from 'contract/schema';
import { RuleBroken } from '../../http/errors';
import type { OverrideChange, OverrideNames } from '../proposals/propose-overrides';
import { idsMeant } from './meant-records';
import { byIds, proposing, PROPOSES } from './proposing';
import { variantFilter, variantsMeant } from './variants';

const { override_product_name, override_product_variant_name } = productVariantOverrides.properties;

/** One name, or two, for every variant that is meant, or to each its own. */
export const proposeVariantOverrides = proposing({
  kind: 'variant_overrides',
  description: `Proposes to set or clear (null) the override names of product variants: the same for each that is meant, or by \`updates\` to each its own. ${PROPOSES}`,
  input: object(
    {
      override_product_name,
      override_product_variant_name,
      updates: {
        ...productVariantBulkOverrides.properties.updates,
        description: 'Variants by their ids, each with its own names: in the place of names, ids and filter',
      },
      ...byIds,
      ...variantFilter,
    },
    [],
  ),
  read: ({ updates, override_product_name, override_product_variant_name, ...which }) => {
    if (updates) {
      const each = Object.fromEntries(updates.map(({ id, ...names }) => [id, namesOf(names)]));
      const body: OverrideChange = { names: {}, each };
      return { body, ids: () => Promise.resolve(updates.map(({ id }) => id)) };
    }
    const body: OverrideChange = { names: namesOf({ override_product_name, override_product_variant_name }) };
    return { body, ids: (asking) => idsMeant(variantsMeant)(asking, which) };
  },
});

/** The names as they are kept: a blank one is none. Throws RuleBroken where there is none. */
function namesOf(given: Partial<Record<(typeof OVERRIDES)[number], string | null | undefined>>): OverrideNames {
  const said = Object.entries(given).filter(([, name]) => name !== undefined);
  if (!said.length) throw new RuleBroken('Say which name to set, or null to clear one.');
  return Object.fromEntries(said.map(([field, name]) => [field, name?.trim() || null]));
}
