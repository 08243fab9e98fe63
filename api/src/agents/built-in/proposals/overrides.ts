/** Orders to set or clear override names of variants: 'rename these to “Alpine boot”', 'clear the overrides of HPO-0002'. */
import type { OrderKind } from './order';
import { sentences, unquoted } from './sentences';

const VARIANT = sentences(
  'set|change [the] [override] variant name|names [override] of|for|on {which} to|as {name}',
  'rename [the] variant name|names of {which} to|as {name}',
);
const PRODUCT = sentences(
  'set|change [the] [override] [product] name|names|override [override|name] of|for|on {which} to|as {name}',
  'rename {which} to|as {name}',
);
const CLEAR = sentences(
  'clear|remove|reset|delete [the] [all] [override] override|overrides|name|names [name|names] of|for|from|on {which}',
);

export const overrides: OrderKind = {
  tools: { find_variants: 'propose_variant_overrides' },
  example: 'Rename these to “Alpine boot”',
  read(text) {
    const of = (parts: Readonly<Record<string, string>>, change: Readonly<Record<string, unknown>>) => ({
      which: parts['which'] ?? '',
      change,
    });
    const cleared = CLEAR(text);
    if (cleared) return of(cleared, { override_product_name: null, override_product_variant_name: null });
    const variant = VARIANT(text);
    if (variant) return of(variant, { override_product_variant_name: unquoted(variant['name'] ?? '') });
    const product = PRODUCT(text);
    return product && of(product, { override_product_name: unquoted(product['name'] ?? '') });
  },
};
