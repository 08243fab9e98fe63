import { MAX_BULK } from 'contract/bulk';
import type { CogsBulkForecast, CogsBulkItem } from 'contract/company/cogs-bulk';
import { cogsCreate, END_BEFORE_START } from 'contract/company/product-variant-cogs';
import { variantNoun } from 'contract/company/product-variants';
import { brokenRule } from 'contract/rules';
import { formatCurrency, formatDate } from 'shared-ui';
import { csvFileName } from 'shared-ui/csv';
import type { FileImport, DefineImport, ImportPart } from 'shared-ui/dialog';
import { proposalText } from '../cost-proposals/proposal-effects';
import { cogsCalls, cogsFile } from '../product-variant-cogs/product-variant-cogs.api';
import { channelNamed, channelOfLine, LINES_WITHOUT_CHANNEL } from '../variant-import/channels';

const { cogs_amount, effective_start_date, effective_end_date } = cogsCreate.properties;
const { sales_channel, product_variant_identifier } = variantNoun.properties;

const ROLES = {
  product_variant_identifier: { title: product_variant_identifier.title, needed: true },
  sales_channel: { title: sales_channel.title },
  cogs_amount: { title: cogs_amount.title, needed: true, format: 'amount' },
  effective_start_date: { title: effective_start_date.title, format: 'day' },
  effective_end_date: { title: effective_end_date.title, format: 'day' },
} as const;

const partOf = ({ companyId, file, items }: ImportPart<CogsBulkItem>) => ({
  company_id: companyId,
  file,
  items: [...items],
});

/** Costs, each of a variant by its channel and identifier (DECISIONS §16). */
export const costImport: DefineImport<FileImport<keyof typeof ROLES, CogsBulkItem, CogsBulkForecast>> = ({
  isCents,
  isDay,
}) => ({
  kind: 'Costs',
  noun: { one: 'cost', many: 'costs' },
  about: 'A CSV file, with a line for each cost: the variant, its cost, and from when until when it holds.',
  example: 'Product variant ID\tSales channel\tCost\tStart date',
  roles: ROLES,
  // In this order: 'Effective end date' is no start, and 'Cost start' no cost.
  titled: [
    ['effective_end_date', /\b(end|ends|until|till|to|through|expires?)\b/i],
    ['effective_start_date', /\b(start|starts|from|since|begin|begins|effective|valid)\b/i],
    ['sales_channel', /channel|platform|marketplace/i],
    ['cogs_amount', /cost|cogs|amount|price/i],
    ['product_variant_identifier', /variant|sku|identifier|\bid\b/i],
  ],
  looksLike: [
    ['sales_channel', (value) => channelNamed(value) !== null],
    ['effective_start_date', isDay],
    ['effective_end_date', isDay],
    ['cogs_amount', isCents],
    ['product_variant_identifier', (value) => value.length > 1],
  ],
  choice: LINES_WITHOUT_CHANNEL,
  nameOf: ({ text }) => text('product_variant_identifier'),
  read({ text, amount, day }, choice, line) {
    const dayOf = (role: 'effective_start_date' | 'effective_end_date', schema: typeof effective_start_date) => {
      const value = day(role);
      if (text(role) === '') return { value, msg: null };
      if (value === null) return { value, msg: `${schema.title} “${text(role)}” is not a date` };
      return { value, msg: brokenRule(schema, false, value) };
    };
    const variant = text('product_variant_identifier');
    const channel = channelOfLine(text('sales_channel'), choice);
    const cost = amount('cogs_amount');
    const start = dayOf('effective_start_date', effective_start_date);
    const end = dayOf('effective_end_date', effective_end_date);
    const msg =
      brokenRule(product_variant_identifier, true, variant) ??
      channel.msg ??
      (cost === null && text('cogs_amount') !== ''
        ? `“${text('cogs_amount')}” is not an amount in US dollars`
        : brokenRule(cogs_amount, true, cost)) ??
      start.msg ??
      end.msg ??
      (start.value !== null && end.value !== null && end.value <= start.value ? END_BEFORE_START : null);
    if (msg !== null || channel.value === null || cost === null) return { msg: msg ?? '' };
    return {
      item: {
        sales_channel: channel.value,
        product_variant_identifier: variant,
        cogs_amount: cost,
        line,
        effective_start_date: start.value,
        effective_end_date: end.value,
      },
    };
  },
  keyOf: (item) => JSON.stringify([item.sales_channel, item.product_variant_identifier]),
  mostOfOne: MAX_BULK,
  columns: [
    { title: 'Cost', valueOf: ({ cogs_amount: amount = null }) => formatCurrency(amount) },
    { title: 'From', valueOf: ({ effective_start_date: day = null }) => formatDate(day) },
    { title: 'To', valueOf: ({ effective_end_date: day = null }) => formatDate(day) },
  ],
  async forecast(call, part) {
    const { forecast = [], errors } = await call.ask(cogsCalls.forecastMany, partOf(part));
    return { effects: new Map(forecast.map((one) => [one.index, one])), errors };
  },
  effectOf: ({ cogs_amount: amount = 0, effective_start_date: from = null, effective_end_date: to = null }, forecast) =>
    proposalText({ cogs_amount: amount, effective_start_date: from, effective_end_date: to }, forecast),
  save: async (call, part, operation) => (await call.change(cogsCalls.createMany, partOf(part), operation)).errors,
  isUndone: true,
  existing: {
    about: 'Or begin with the costs that are there: the file can be changed and read again.',
    label: 'Download all costs',
    save: (companyId) => cogsFile(companyId, csvFileName('costs', new Date())),
  },
});
