import { SPEND_DAYS } from 'contract/ads/facebook-ads';
import { dateOf, dayOf as numberOf } from 'contract/calendar';
import type { ImportOutcome } from 'contract/ingest/import';
import { ingestedAd, KEPT_SPEND_DAYS, MAX_INGEST_DAYS, type IngestedAd } from 'contract/ingest/ingest';
import { brokenRule } from 'contract/rules';
import { formatCurrency, formatDate } from 'shared-ui';
import { fileImport, type Cells, type DefineImport, type FileImport } from 'shared-ui/dialog';

const { properties } = ingestedAd;
const { day, spend } = properties.days.items.properties;
const TEXTS = ['ad_name', 'ad_type', 'campaign_name', 'adset_name'] as const;
const WINDOWS = SPEND_DAYS.map((days) => `spend_last_${days}d` as const);

const ROLES = {
  ad_identifier: { title: properties.ad_identifier.title, needed: true },
  ad_name: { title: properties.ad_name.title },
  ad_type: { title: properties.ad_type.title },
  campaign_name: { title: properties.campaign_name.title },
  adset_name: { title: properties.adset_name.title },
  day: { title: day.title, format: 'day' },
  spend: { title: 'Daily Spend', format: 'amount' },
  spend_last_1d: { title: properties.spend_last_1d.title, format: 'amount' },
  spend_last_7d: { title: properties.spend_last_7d.title, format: 'amount' },
  spend_last_14d: { title: properties.spend_last_14d.title, format: 'amount' },
  spend_last_28d: { title: properties.spend_last_28d.title, format: 'amount' },
} as const;
type Role = keyof typeof ROLES;

/** A message on the day of a line, or the day with its spend; undefined where the line has neither. */
function dayOf({ text, amount, day: dayIn }: Cells<Role>): string | { day: string; spend: number } | undefined {
  const [onDay, spent] = [dayIn('day'), amount('spend')];
  if (text('day') === '' && text('spend') === '') return undefined;
  if (text('day') === '') return 'The day of the spend is missing';
  if (onDay === null) return `${day.title} “${text('day')}” is not a date`;
  // As the service has it, or one day too old would cost an ad all its days.
  const today = numberOf(new Date().toISOString().slice(0, 10));
  const [first, last] = [dateOf(today - KEPT_SPEND_DAYS + 1), dateOf(today + 1)];
  if (onDay < first || onDay > last) return `${day.title} must be from ${first} to ${last}`;
  if (spent === null) return text('spend') === '' ? 'The spend of the day is missing' : notAmount(text('spend'));
  return brokenRule(spend, true, spent) ?? { day: onDay, spend: spent };
}

const notAmount = (text: string) => `“${text}” is not an amount in US dollars`;

/** Lines of one ad that bring days are one record; any others the service judges one by one. */
export function recordsOf(items: readonly IngestedAd[]) {
  const records: IngestedAd[] = [];
  const withDays = new Map<string, number>();
  const places = items.map((item) => {
    const place = item.days && withDays.get(item.ad_identifier);
    if (place === undefined) {
      if (item.days) withDays.set(item.ad_identifier, records.length);
      return records.push(item) - 1;
    }
    const record = records[place]!;
    // A day that comes twice is refused by itself, and not with all the days of its ad.
    if (record.days!.some(({ day: one }) => one === item.days![0]?.day)) return records.push(item) - 1;
    records[place] = { ...record, ...item, days: [...record.days!, ...item.days!] };
    return place;
  });
  return { records, places };
}

/** Ads by their ID: names, and spend by the day or in the four windows (DECISIONS §16). */
export const adImport: DefineImport<FileImport<Role, IngestedAd, ImportOutcome['outcomes'][number]>> = ({
  importedRecords,
  isDay,
}) => ({
  kind: 'Ads',
  noun: { one: 'line', many: 'lines' },
  about:
    'A CSV file, with a line for each ad, or for each ad and day: its ID, its names, and what it spent, as Meta Ads Manager exports them by day. An import cannot be undone.',
  example: 'Ad ID\tAd name\tCampaign name\tDay\tAmount spent (USD)',
  roles: ROLES,
  // In this order: '28d Spend' is no spend of a day, and 'Ad set name' no ad's.
  titled: [
    ['spend_last_28d', /\b28\s*d/i],
    ['spend_last_14d', /\b14\s*d/i],
    ['spend_last_7d', /\b7\s*d/i],
    ['spend_last_1d', /\b1\s*d/i],
    ['adset_name', /\bad ?set(?!.*\bid\b)/i],
    ['campaign_name', /\bcampaign(?!.*\bid\b)/i],
    ['ad_identifier', /^(ad )?id$|\bad ?id\b|identifier/i],
    ['ad_type', /\btype\b|\bformat\b/i],
    ['ad_name', /^(ad )?name$|^ad$/i],
    ['day', /\bday\b|^date$|^reporting starts$/i],
    ['spend', /\bspen[dt]\b/i],
  ],
  looksLike: [
    ['ad_identifier', (value) => /^\d{6,}$/.test(value)],
    ['day', isDay],
    ['spend', (value) => /^\D?\d[\d.,]*$/.test(value)],
    ['ad_name', (value) => value.length > 1],
  ],
  nameOf: ({ text }) => text('ad_name') || text('ad_identifier'),
  read(cells) {
    const { text, amount } = cells;
    const item: Record<string, unknown> = { ad_identifier: text('ad_identifier') };
    const wrong = [brokenRule(properties.ad_identifier, true, text('ad_identifier'))];
    for (const role of TEXTS) if (text(role) !== '') item[role] = text(role);
    for (const role of WINDOWS) {
      if (text(role) === '') continue;
      item[role] = amount(role);
      if (item[role] === null) wrong.push(notAmount(text(role)));
    }
    for (const role of [...TEXTS, ...WINDOWS])
      if (item[role] !== undefined) wrong.push(brokenRule(properties[role], false, item[role]));
    const onDay = dayOf(cells);
    if (typeof onDay === 'string') wrong.push(onDay);
    else if (onDay) item['days'] = [onDay];
    const msg = wrong.find((one) => one !== null);
    return msg === undefined || msg === null ? { item: item as unknown as IngestedAd } : { msg };
  },
  keyOf: ({ ad_identifier }) => ad_identifier,
  mostOfOne: MAX_INGEST_DAYS,
  columns: [
    { title: properties.campaign_name.title, valueOf: ({ campaign_name = null }) => campaign_name },
    { title: day.title, valueOf: ({ days }) => formatDate(days?.[0]?.day ?? null) },
    {
      title: spend.title,
      valueOf: ({ days, spend_last_28d = null }) => formatCurrency(days?.[0]?.spend ?? spend_last_28d),
    },
  ],
  ...importedRecords('facebook-ads', recordsOf),
});

export const load = fileImport(adImport);
