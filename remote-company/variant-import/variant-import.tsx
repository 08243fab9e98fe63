import { variantNoun } from 'contract/company/product-variants';
import type { ImportOutcome } from 'contract/ingest/import';
import { ingestedVariant, type IngestedVariant } from 'contract/ingest/ingest';
import { brokenRule } from 'contract/rules';
import type { DefineImport, FileImport } from 'shared-ui/dialog';
import { channelNamed, channelOfLine, LINES_WITHOUT_CHANNEL } from './channels';

const { properties } = ingestedVariant;
const { is_active } = variantNoun.properties;

const ROLES = {
  product_variant_identifier: { title: properties.product_variant_identifier.title, needed: true },
  sales_channel: { title: properties.sales_channel.title },
  cached_product_name: { title: 'Product Name' },
  cached_product_variant_name: { title: 'Variant Name' },
  is_active: { title: is_active.title },
} as const;

/** Whether a cell says yes, or no; null: neither. */
function flagOf(text: string): boolean | null {
  if (/^(yes|y|true|1|active)$/i.test(text)) return true;
  return /^(no|n|false|0|inactive|archived|draft)$/i.test(text) ? false : null;
}

/** Product variants, known by channel and identifier: new ones, and names of those that are there (DECISIONS §16). */
export const variantImport: DefineImport<
  FileImport<keyof typeof ROLES, IngestedVariant, ImportOutcome['outcomes'][number]>
> = ({ importedRecords }) => ({
  kind: 'Variants',
  noun: { one: 'variant', many: 'variants' },
  about:
    'A CSV file, with a line for each variant: its ID at the channel, and its names. Of one that is there the names are changed, and nothing else. An import cannot be undone.',
  example: 'Product variant ID\tSales channel\tProduct\tVariant',
  roles: ROLES,
  titled: [
    ['product_variant_identifier', /sku|identifier|\bid\b/i],
    ['sales_channel', /channel|platform|marketplace/i],
    ['is_active', /active|status|enabled/i],
    ['cached_product_variant_name', /variant|option|size/i],
    ['cached_product_name', /product|title|name|item/i],
  ],
  looksLike: [
    ['sales_channel', (value) => channelNamed(value) !== null],
    ['is_active', (value) => flagOf(value) !== null],
    ['product_variant_identifier', (value) => /\d/.test(value)],
    ['cached_product_name', (value) => value.length > 1],
    ['cached_product_variant_name', (value) => value.length > 0],
  ],
  choice: LINES_WITHOUT_CHANNEL,
  nameOf: ({ text }) => text('product_variant_identifier'),
  read({ text }, choice) {
    const identifier = text('product_variant_identifier');
    const channel = channelOfLine(text('sales_channel'), choice);
    const active = text('is_active') === '' ? undefined : flagOf(text('is_active'));
    const names = (['cached_product_name', 'cached_product_variant_name'] as const).map(
      (role) => [role, text(role)] as const,
    );
    const msg =
      brokenRule(properties.product_variant_identifier, true, identifier) ??
      channel.msg ??
      names.reduce<string | null>(
        (found, [role, name]) => found ?? (name === '' ? null : brokenRule(properties[role], false, name)),
        null,
      ) ??
      (active === null ? `${is_active.title} “${text('is_active')}” is neither yes nor no` : null);
    if (msg !== null || channel.value === null || active === null) return { msg: msg ?? '' };
    return {
      item: {
        sales_channel: channel.value,
        product_variant_identifier: identifier,
        ...Object.fromEntries(names.filter(([, name]) => name !== '')),
        ...(active !== undefined && { is_active: active }),
      },
    };
  },
  keyOf: (item) => JSON.stringify([item.sales_channel, item.product_variant_identifier]),
  mostOfOne: 1000,
  columns: [
    { title: 'Channel', valueOf: ({ sales_channel }) => properties.sales_channel.labels[sales_channel] },
    { title: 'Product', valueOf: ({ cached_product_name = null }) => cached_product_name },
    { title: 'Variant', valueOf: ({ cached_product_variant_name = null }) => cached_product_variant_name },
  ],
  ...importedRecords('product-variants', (items: readonly IngestedVariant[]) => ({
    records: items,
    places: items.map((_, at) => at),
  })),
});
