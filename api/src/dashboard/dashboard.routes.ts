import type { Kysely } from 'kysely';
import {
  companiesSpend,
  pins,
  summary,
  summaryQuery,
  type CompaniesSpend,
  type Summary,
  type SummaryQuery,
} from 'contract/dashboard';
import { adSpendBy } from '../ads/facebook-ad-spend.queries';
import { stepStates } from '../database/background-steps';
import type { Tables } from '../database/connection';
import { isAdmitted, signedIn, type Caller, type MayList } from '../http/access';
import type { AddRoute } from '../http/route';
import { ATTENTION, attentionOf } from './attention.queries';
import { countedOnce } from './counted';
import { findFirstSteps } from './first-steps.queries';
import { findPins, replacePins } from './pins.queries';
import { requireCompanies, shownCompanies } from './summary-companies.queries';

/** The dependencies of the dashboard. */
export interface Dashboard {
  readonly db: Kysely<Tables>;
  readonly mayList: MayList;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** How much there is to do in a company. */
const toDo = ({ counts }: Summary['items'][number]) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The counts that need attention, and the pinned companies (DECISIONS §11). */
export function dashboardRoutes(add: AddRoute, { db, mayList, now }: Dashboard): void {
  const counted = countedOnce((ids) => attentionOf(db, ids), now);

  const companiesOf = async (caller: Caller, { company_id = [] }: SummaryQuery) => {
    const asked = [...new Set(company_id)];
    if (!asked.length) return shownCompanies(db, caller);
    return { companies: await requireCompanies(db, caller, asked), isOrdered: true };
  };

  /** The summary of the companies that are asked for; of each what the person may read. */
  const summarise = async (caller: Caller, query: SummaryQuery): Promise<Summary> => {
    const { companies, isOrdered } = await companiesOf(caller, query);
    const attentions = await counted(companies.map(({ id }) => id));
    const readable = Object.entries(ATTENTION).filter(
      ([, { path, access = signedIn }]) => mayList(caller, path) && isAdmitted(access, caller),
    );
    const items = companies.flatMap(({ id, name }) => {
      const { at, attention } = attentions.get(id) ?? {};
      // A company that was removed for good in this very moment is not there any more.
      if (at === undefined || !attention) return [];
      const { today, synced_before, counts: all, oldest_pending, new_pending } = attention;
      const counts: Summary['items'][number]['counts'] = Object.fromEntries(
        readable.map(([kind]) => [kind, all[kind as keyof typeof all]]),
      );
      return {
        company_id: id,
        company_name: name,
        as_of: new Date(at).toISOString(),
        today,
        synced_before,
        ...(counts.posts_pending && oldest_pending && { oldest_pending, new_pending }),
        counts,
      };
    });
    // By hand where they are named or pinned, else those with the most to do first.
    if (!isOrdered) items.sort((one, other) => toDo(other) - toDo(one));
    if (!caller.groups.includes('AaasAdmin')) return { items };
    const [background, first_steps] = await Promise.all([unfinished(), findFirstSteps(db)]);
    return { items, ...(background.length > 0 && { background }), ...(first_steps && { first_steps }) };
  };

  /** One company after the other, so that people's own calls come between. */
  const spendOf = async (caller: Caller, query: SummaryQuery): Promise<CompaniesSpend> => {
    const items: CompaniesSpend['items'] = [];
    for (const { id: company_id } of (await companiesOf(caller, query)).companies) {
      const { total, total_before = 0, days = [] } = await adSpendBy(db, caller, { company_id, by: 'day' });
      if (total || total_before) items.push({ company_id, total, total_before, days: days.map(({ spend }) => spend) });
    }
    return { items };
  };

  const unfinished = async (): Promise<NonNullable<Summary['background']>> =>
    (await stepStates(db))
      .filter(({ state }) => state !== 'done')
      .map(({ title, progress, state }) => ({
        title,
        progress: Math.floor(progress * 10_000) / 10_000,
        has_failed: state === 'failed',
      }));

  add('GET', '/dashboard/summary', {
    access: signedIn,
    summary: 'What needs attention of companies, not older than a minute; without a company, of the pinned ones',
    query: summaryQuery,
    response: summary,
    handle: ({ caller, query }) => summarise(caller, query),
  });
  add('GET', '/dashboard/spend', {
    access: signedIn,
    summary: 'What the ads of companies spent in 28 days; without a company, of the pinned ones',
    query: summaryQuery,
    response: companiesSpend,
    handle: ({ caller, query }) => spendOf(caller, query),
  });
  add('GET', '/users/me/pins', {
    access: signedIn,
    summary: 'The companies that the person has pinned',
    response: pins,
    handle: ({ caller }) => findPins(db, caller),
  });
  add('PUT', '/users/me/pins', {
    access: signedIn,
    summary: 'Pin these companies and no other',
    body: pins,
    response: pins,
    handle: ({ caller, body }) => replacePins(db, caller, body),
  });
}
