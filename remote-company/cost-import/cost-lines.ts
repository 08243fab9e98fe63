/** The lines of a table as costs: which column is what, what each line says, and the parts that they are sent in; pure. */
import { MAX_BULK } from 'contract/bulk';
import type { CogsBulkItem } from 'contract/company/cogs-bulk';
import { cogsCreate, END_BEFORE_START } from 'contract/company/product-variant-cogs';
import { SALES_CHANNELS, variantNoun } from 'contract/company/product-variants';
import { brokenRule } from 'contract/rules';
import { amountOf, dayOfText, decimalsOf, dayOrderOf, type DayOrder, type Decimals } from './formats';
import type { Table, TableLine } from './read-table';

const { cogs_amount, effective_start_date, effective_end_date } = cogsCreate.properties;
const { sales_channel, product_variant_identifier } = variantNoun.properties;

/** The roles that a column can have, and their names. */
export const ROLES = {
  product_variant_identifier: product_variant_identifier.title,
  sales_channel: sales_channel.title,
  cogs_amount: cogs_amount.title,
  effective_start_date: effective_start_date.title,
  effective_end_date: effective_end_date.title,
} as const;

export type Role = keyof typeof ROLES;
/** The role of each column of a table; null: it is left out. */
export type Roles = readonly (Role | null)[];
type Channel = (typeof SALES_CHANNELS)[number];

/** How a table is read. */
export interface Reading {
  readonly roles: Roles;
  readonly decimals: Decimals;
  readonly dayOrder: DayOrder;
  /** Of lines that name none. */
  readonly channel: Channel | null;
}

/** A line as a cost, or why it is not one. */
export interface CostLine extends TableLine {
  /** Its variant as the line names it, else all that it says. */
  readonly name: string;
  readonly item: CogsBulkItem | null;
  readonly msg: string | null;
}

// In this order: 'Effective end date' is no start, and 'Cost start' no cost.
const NAMED: readonly (readonly [Role, RegExp])[] = [
  ['effective_end_date', /\b(end|ends|until|till|to|through|expires?)\b/i],
  ['effective_start_date', /\b(start|starts|from|since|begin|begins|effective|valid)\b/i],
  ['sales_channel', /channel|platform|marketplace/i],
  ['cogs_amount', /cost|cogs|amount|price/i],
  ['product_variant_identifier', /variant|sku|identifier|\bid\b/i],
];

const channelOf = (text: string): Channel | null =>
  SALES_CHANNELS.find((name) =>
    [name, sales_channel.labels[name]].some((one) => one.toLowerCase() === text.toLowerCase()),
  ) ?? null;

/** The values of a column in the first lines. */
const valuesOf = ({ lines }: Table, column: number) => lines.slice(0, 200).flatMap(({ cells }) => cells[column] || []);

/** The role of each column by its title, else by its values; each at most once. */
export function guessRoles(table: Table): Roles {
  const roles: (Role | null)[] = table.titles.map(() => null);
  const isFree = (role: Role) => !roles.includes(role);
  table.titles.forEach((title, at) => {
    roles[at] = NAMED.find(([role, words]) => isFree(role) && words.test(title))?.[0] ?? null;
  });
  const looksLike: readonly (readonly [Role, (value: string) => boolean])[] = [
    ['sales_channel', (value) => channelOf(value) !== null],
    [
      'effective_start_date',
      (value) => dayOfText(value, 'day first') !== null || dayOfText(value, 'month first') !== null,
    ],
    [
      'effective_end_date',
      (value) => dayOfText(value, 'day first') !== null || dayOfText(value, 'month first') !== null,
    ],
    ['cogs_amount', (value) => /[.,]\d{2}$/.test(value) && amountOf(value, 'point') !== amountOf(value, 'comma')],
    ['product_variant_identifier', (value) => value.length > 1],
  ];
  for (const [role, isOne] of looksLike) {
    if (!isFree(role)) continue;
    const at = roles.findIndex((taken, column) => {
      const values = valuesOf(table, column);
      return taken === null && values.length > 0 && values.every(isOne);
    });
    if (at >= 0) roles[at] = role;
  }
  return roles;
}

/** The formats that the columns of these roles are written in. */
export function guessFormats(table: Table, roles: Roles, locale: string): Pick<Reading, 'decimals' | 'dayOrder'> {
  const of = (...wanted: Role[]) =>
    roles.flatMap((role, at) => (role && wanted.includes(role) ? valuesOf(table, at) : []));
  return {
    decimals: decimalsOf(of('cogs_amount'), locale),
    dayOrder: dayOrderOf(of('effective_start_date', 'effective_end_date'), locale),
  };
}

/** The roles without which no line is a cost, that no column has. */
export const missingRoles = (roles: Roles): Role[] =>
  (['product_variant_identifier', 'cogs_amount'] as const).filter((role) => !roles.includes(role));

/** The lines of a table as costs, each with what is wrong in it. */
export function costLines({ lines }: Table, reading: Reading): CostLine[] {
  const column = (role: Role) => reading.roles.indexOf(role);
  const at = {
    variant: column('product_variant_identifier'),
    channel: column('sales_channel'),
    amount: column('cogs_amount'),
    start: column('effective_start_date'),
    end: column('effective_end_date'),
  };
  return lines.map((line) => {
    const said = (place: number) => line.cells[place] ?? '';
    const day = (place: number, schema: typeof effective_start_date) => {
      const text = said(place);
      if (text === '') return { value: null, msg: null };
      const value = dayOfText(text, reading.dayOrder);
      if (value === null) return { value, msg: `${schema.title} “${text}” is not a date` };
      return { value, msg: brokenRule(schema, false, value) };
    };
    const variant = said(at.variant);
    const channel = said(at.channel) === '' ? reading.channel : channelOf(said(at.channel));
    const amount = amountOf(said(at.amount), reading.decimals);
    const [start, end] = [day(at.start, effective_start_date), day(at.end, effective_end_date)];
    const msg =
      brokenRule(product_variant_identifier, true, variant) ??
      (channel !== null
        ? null
        : said(at.channel) === ''
          ? 'Choose the sales channel'
          : `“${said(at.channel)}” is no sales channel`) ??
      (amount === null && said(at.amount) !== ''
        ? `“${said(at.amount)}” is not an amount in US dollars`
        : brokenRule(cogs_amount, true, amount)) ??
      start.msg ??
      end.msg ??
      (start.value !== null && end.value !== null && end.value <= start.value ? END_BEFORE_START : null);
    const name = variant || line.cells.filter(Boolean).join(', ');
    if (msg !== null || channel === null || amount === null) return { ...line, name, item: null, msg };
    const item = {
      ...{ sales_channel: channel, product_variant_identifier: variant, cogs_amount: amount, line: line.line },
      ...{ effective_start_date: start.value, effective_end_date: end.value },
    };
    return { ...line, name, item, msg: null };
  });
}

/** Whether the costs of one variant follow each other: they have to be judged in one call. */
const keyOf = ({ item }: CostLine) => JSON.stringify([item?.sales_channel, item?.product_variant_identifier]);

/** So many costs are sent at once, but for a variant that has more. */
const PART = 500;

/** The costs in parts, all of a variant in one of them, in the order of the lines. */
export function partsOf(lines: readonly CostLine[]): CostLine[][] {
  const byVariant = new Map<string, CostLine[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const own = byVariant.get(key);
    if (own) own.push(line);
    else byVariant.set(key, [line]);
  }
  const parts: CostLine[][] = [];
  for (const own of byVariant.values()) {
    const last = parts.at(-1);
    if (last && last.length + own.length <= PART) last.push(...own);
    else for (let at = 0; at < own.length; at += MAX_BULK) parts.push(own.slice(at, at + MAX_BULK));
  }
  return parts;
}
