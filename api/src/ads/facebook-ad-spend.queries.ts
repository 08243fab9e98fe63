/** Spend of ads by day, and added up over all that a list's filters match (DECISIONS §13, §16). */
import { sql, type Kysely } from 'kysely';
import {
  DEFAULT_SPEND_DAYS,
  MAX_SPEND_GROUPS,
  type AdDays,
  type AdDaysQuery,
  type AdSpend,
  type AdSpendQuery,
  type AdTrends,
  type AdTrendsQuery,
} from 'contract/ads/spend';
import { dateOf, dayOf } from 'contract/calendar';
import { KEPT_SPEND_DAYS } from 'contract/ingest/ingest';
import type { Tables } from '../database/connection';
import { requireCompany, type Caller } from '../http/access';
import { InvalidInput } from '../http/errors';
import { namesOfTags } from '../tags/tag-names.queries';
import { grouped } from '../records/grouped';
import { blocksOf, centsByDay, type Block, type DayRange } from './ad-blocks';
import { findDays, LONGEST_WINDOW, storedCents } from './facebook-ad-days.queries';
import { ads } from './facebook-ads.queries';
import { addUpSpend, keptSpend, type GroupBlock, type SpendSums } from './spend-sums.queries';

const invalid = (field: string, msg: string) => new InvalidInput([{ loc: ['query', field], msg, type: 'range' }]);

/** The days that a query asks for; without `to` they end with the company's last whole day. Throws InvalidInput. */
async function rangeOf(db: Kysely<Tables>, companyId: number, { from, to, days }: AdDaysQuery): Promise<DayRange> {
  const last = dayOf(to ?? (await lastWholeDayOf(db, companyId)));
  const first = from === undefined ? last - (days ?? DEFAULT_SPEND_DAYS) + 1 : dayOf(from);
  if (first > last) throw invalid('from', 'From must not be after To');
  if (last - first >= KEPT_SPEND_DAYS)
    throw invalid('from', `From must be less than ${KEPT_SPEND_DAYS} days before To`);
  return { first, last };
}

async function lastWholeDayOf(db: Kysely<Tables>, companyId: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (clock_timestamp() at time zone timezone)::date - 1 as day from companies where id = ${companyId}`.execute(
    db,
  );
  return rows[0]?.day ?? '';
}

const datesOf = ({ first, last }: DayRange) => ({ from: dateOf(first), to: dateOf(last) });

/** The days of an ad on which it spent something; throws NotFound for the ad, InvalidInput for the range. */
export async function findAdDays(db: Kysely<Tables>, caller: Caller, id: number, query: AdDaysQuery): Promise<AdDays> {
  const { company_id } = await ads.find(db, caller, id);
  const range = await rangeOf(db, company_id, query);
  return { ...datesOf(range), items: [...(await findDays(db, { id, company_id }, range))] };
}

/** The days of a company's ads in the longest window, of those that spent something; throws NotFound for the company. */
export async function findAdTrends(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, ids }: AdTrendsQuery,
): Promise<AdTrends> {
  await requireCompany(db, caller, company_id);
  const range = await rangeOf(db, company_id, { days: LONGEST_WINDOW });
  const centsOf = await storedCents(db, company_id, ids, range);
  const items = ids.map((id) => ({ id, spend: centsOf(id).map((cents) => cents / 100) }));
  return { ...datesOf(range), items: items.filter(({ spend }) => spend.some((day) => day > 0)) };
}

/** Spend over all that the filters match, exact; throws NotFound for the company, InvalidInput for the range. */
export async function adSpendBy(db: Kysely<Tables>, caller: Caller, query: AdSpendQuery): Promise<AdSpend> {
  const { by, from, to, days, ...filters } = query;
  const companyId = filters.company_id;
  const matching = await ads.matching(db, caller, filters);
  const range = await rangeOf(db, companyId, { from, to, days });
  const before = { first: range.first - (range.last - range.first + 1), last: range.first - 1 };
  const read = by === 'day' ? { ...range, first: before.first } : range;
  const asked = { companyId, by, matching, blocks: blocksOf(read) };
  const isFiltered = (await ads.conditions(db, companyId, filters)).length > 0;
  const sums = await (isFiltered ? addUpSpend(db, asked) : keptSpend(db, asked));
  const facts = {
    ...datesOf(range),
    ads: sums.ads,
    without_days: { ads: sums.without_days, spend_last_28d: sums.without_days_cents / 100 },
  };
  if (by === 'day') return { ...facts, ...byDay(sums, range, before) };
  if (by !== 'tag') return { ...facts, ...byGroup(sums.groups, range) };
  const { named, gone } = await namedByTags(db, sums);
  if (!gone.length) return { ...facts, ...byGroup(named, range) };
  // A tag that was deleted stays with its ads' rows: those that carry no other are without a tag.
  const left = await namedByTags(db, await addUpSpend(db, asked, gone));
  return { ...facts, ...byGroup(left.named, range) };
}

const totalOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);

function byDay({ groups }: SpendSums, range: DayRange, before: DayRange) {
  const [cents, earlier] = [centsByDay(groups, range), centsByDay(groups, before)];
  return {
    total: totalOf(cents) / 100,
    total_before: totalOf(earlier) / 100,
    days: cents.map((spent, at) => ({
      day: dateOf(range.first + at),
      spend: spent / 100,
      spend_before: (earlier[at] ?? 0) / 100,
    })),
  };
}

/** The groups that spent something, the highest spend first; what is beyond the first hundred is added up. */
function byGroup(groups: readonly GroupBlock[], range: DayRange) {
  const centsOf = (blocks: readonly Block[]) => totalOf(centsByDay(blocks, range));
  const spent = [...grouped(groups, ({ name }) => name)]
    .map(([name, blocks]) => ({ name, cents: centsOf(blocks) }))
    .filter(({ cents }) => cents > 0)
    .sort((one, other) => other.cents - one.cents || ((one.name ?? '') < (other.name ?? '') ? -1 : 1));
  const isNamed = spent.filter(({ name }) => name !== null);
  const beyond = new Set(isNamed.slice(MAX_SPEND_GROUPS));
  const inDollars = ({ name, cents }: (typeof spent)[number]) => ({ name, spend: cents / 100 });
  return {
    // Each ad once, in however many groups it is.
    total: centsOf(groups.map(({ block, cents, own_cents }) => ({ block, cents: own_cents ?? cents }))) / 100,
    groups: spent.filter((one) => !beyond.has(one)).map(inDollars),
    others: { groups: beyond.size, spend: totalOf([...beyond].map(({ cents }) => cents)) / 100 },
  };
}

/** The groups with the names of their tags in place of the ids, and the ids of those tags that are gone. */
async function namedByTags(db: Kysely<Tables>, { groups }: SpendSums) {
  const ids = [...new Set(groups.flatMap(({ name }) => (name === null ? [] : [Number(name)])))];
  const namesOf = await namesOfTags(db, ids);
  const names = new Map(ids.map((id) => [String(id), namesOf([id])[0]]));
  const named = groups.map((group) => ({ ...group, name: group.name === null ? null : (names.get(group.name) ?? '') }));
  return { named, gone: ids.filter((id) => names.get(String(id)) === undefined) };
}
