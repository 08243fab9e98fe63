/**
 * Reading an ad account (DECISIONS §13): all pages first, then one transaction, so that a report which ends too early
 * changes nothing. Days and windows are those of the account's zone; they end with its last whole day.
 */
import { dateOf, dayOf } from 'contract/calendar';
import { MAX_FINDINGS } from 'contract/company/connections';
import { LONGEST_WINDOW } from '../../ads/facebook-ad-days.queries';
import {
  knownAds,
  writeAccount,
  writePreviews,
  type AccountAd,
  type KnownAd,
  type Window,
} from '../../ads/facebook-ads-from-account.queries';
import { adsFromSource } from '../../ads/facebook-ads-from-source.queries';
import type { EndedRecord, Outcome, Reading } from '../../records/from-source';
import type { Asking, ConnectedSource, Finding, ReadContext } from '../reading';
import { SOURCE_NAMES, SourceFault, type MetaAd, type MetaClient, type MetaSpend, type Page } from '../source';
import { metaClient } from './client';
import { namesWereRead } from './names-read.queries';
import { previewOf } from './preview';
import { MAX_NAMED_ADS } from './requests';

/** The words of a run that has stored spend, and names too. */
const STORED = { spend: 'spend', names: 'names' } as const;

export const metaSource: ConnectedSource = {
  test: ({ connection, ...options }, signal) =>
    metaClient({ ...options, account: connection.externalId ?? '' }).test(signal),
  read,
};

async function read(context: ReadContext): Promise<void | Asking> {
  const { connection, run, ask, look } = context;
  // Stored, then killed before its end was noted.
  if (run.checkpoint !== null) return;
  const client = metaClient({ ...context, account: connection.externalId ?? '' });
  const { zone, currency } = await ask((signal) => client.account(signal));
  await context.note({ zone, currency });
  const window = windowOf(zone, run.observedAt);
  const reading: Reading = {
    companyId: connection.companyId,
    source: SOURCE_NAMES.meta,
    observedAt: run.observedAt,
    zone,
    mayEndMany: run.mayEndMany,
  };
  const scope = { companyId: connection.companyId, connectionId: connection.id, only: run.only };
  const known = await look((db) => knownAds(db, scope, window));
  return run.only
    ? readNamed(context, client, { reading, window, known })
    : readAll(context, client, { reading, window, known });
}

interface Read {
  readonly reading: Reading;
  readonly window: Window;
  readonly known: readonly KnownAd[];
}

/** Some ads that are known, at most 50 a report; none of them is of another account. */
async function readNamed(context: ReadContext, client: MetaClient, { reading, window, known }: Read): Promise<void> {
  const spend: MetaSpend[] = [];
  const named = known.filter(({ is_ours }) => is_ours).map(({ ad_identifier }) => ad_identifier);
  for (let at = 0; at < named.length; at += MAX_NAMED_ADS) {
    const adIds = named.slice(at, at + MAX_NAMED_ADS);
    const report = beginning<MetaSpend>();
    await allPages(context, (after, signal) => client.spendByDay({ ...window, adIds }, after, signal), report);
    for (const row of report.rows) spend.push(row);
  }
  const ads = adsOf(spend, [], named);
  const { connection } = context;
  await context.store(async (transaction) => ({
    ...storedOf(await writeAccount(transaction, reading, { connectionId: connection.id, window, ads }), ads),
    checkpoint: STORED.spend,
  }));
}

async function readAll(
  context: ReadContext,
  client: MetaClient,
  { reading, window, known }: Read,
): Promise<void | Asking> {
  const { connection, run, look, store } = context;
  const hasNames = !run.isPreview && (await look((db) => namesWereRead(db, connection.id, run)));
  const { listed, spend } = await allRows(context, client, { window, hasNames });

  const spending = known.filter(({ has_spend, is_ours }) => has_spend && is_ours);
  if (spending.length) await context.expect(spending.length);
  if (spending.length && !spend.length && !run.mayEndMany)
    throw new SourceFault('again', 'partial_response', 'Meta had spend in these days before, and sent none');

  // An ad of ours that spent nothing in the window, as far as is known, has nothing to lose: it is written with no days.
  // One that spent, and is not in the report, is left to the end, which asks before too many become zero.
  const reported = new Set(spend.map(({ adId }) => adId));
  const idle = known
    .filter(({ is_ours, has_spend }) => is_ours && !has_spend)
    .map(({ ad_identifier }) => ad_identifier);
  const lost = new Set(spending.map(({ ad_identifier }) => ad_identifier).filter((id) => !reported.has(id)));
  const ads = adsOf(spend, listed, idle).filter(({ ad_identifier }) => !lost.has(ad_identifier));
  if (run.isPreview) {
    const there = new Set(known.map(({ ad_identifier }) => ad_identifier));
    const created = ads.filter(({ ad_identifier }) => !there.has(ad_identifier)).length;
    await context.count({ read: ads.length, created, changed: ads.length - created, gone: lost.size });
    const missing = spending.filter(({ ad_identifier }) => lost.has(ad_identifier)).slice(0, MAX_FINDINGS);
    return context.report(
      missing.map(({ ad_identifier, ad_name }) => goneFinding({ key: ad_identifier, label: ad_name })),
    );
  }
  let heldBack = 0;
  await store(async (transaction) => {
    const outcomes = await writeAccount(transaction, reading, { connectionId: connection.id, window, ads });
    if (listed.length) await writePreviews(transaction, reading.companyId, listed.map(previewOf));
    // Only here every page has come.
    const ended = await adsFromSource.end(transaction, reading, []);
    heldBack = ended.heldBack;
    const { findings, ...counts } = storedOf(outcomes, ads);
    return {
      ...counts,
      gone: ended.gone,
      findings: [...findings, ...ended.records.map(goneFinding)],
      // One that asks has to read once more.
      ...(!heldBack && { checkpoint: hasNames ? STORED.spend : STORED.names }),
    };
  });
  const pictures = listed.map(({ adId, pictureUrl }) => ({ key: adId, url: pictureUrl }));
  await context.pictures('facebook_ad', pictures);
  if (!heldBack) return;
  const asking = `${heldBack} ads that have spent before are not in Meta's report: they would be zero.`;
  return { asking, gone: heldBack };
}

/** The 28 days that end with the last whole one of the zone. */
export function windowOf(zone: string, observedAt: string): Window {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(observedAt));
  const last = dayOf(today) - 1;
  return { from: dateOf(last - LONGEST_WINDOW + 1), to: dateOf(last) };
}

/** How far a list of pages is read; `after` is null before the first one. */
interface Pages<Row> {
  readonly rows: Row[];
  after: string | null;
  isWhole: boolean;
}

const beginning = <Row>(): Pages<Row> => ({ rows: [], after: null, isWhole: false });

/** Reads on, page after page; the last one has no `next`. */
async function allPages<Row>(
  { ask }: ReadContext,
  page: (after: string | null, signal: AbortSignal) => Promise<Page<Row>>,
  pages: Pages<Row>,
): Promise<void> {
  while (!pages.isWhole) {
    const read = await ask((signal) => page(pages.after, signal));
    for (const row of read.rows) pages.rows.push(row);
    Object.assign(pages, { after: read.next, isWhole: read.next === null });
  }
}

/**
 * The names, where they are due, and the spend of an account. A large one takes more calls than Meta allows at once: what
 * was read before a long wait is kept, so that the next try does not spend the new calls on the same pages.
 */
async function allRows(
  context: ReadContext,
  client: MetaClient,
  { window, hasNames }: { readonly window: Window; readonly hasNames: boolean },
): Promise<{ listed: readonly MetaAd[]; spend: readonly MetaSpend[] }> {
  const kept = (await context.kept()) as { names: Pages<MetaAd>; report: Pages<MetaSpend> } | null;
  const read = kept ?? {
    names: { ...beginning<MetaAd>(), isWhole: hasNames },
    report: beginning<MetaSpend>(),
  };
  try {
    await allPages(context, (after, signal) => client.ads(after, signal), read.names);
    await allPages(context, (after, signal) => client.spendByDay(window, after, signal), read.report);
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    if (error.kind === 'wait') await context.keep(read);
    // A place that was kept may have passed meanwhile.
    if (kept && error.kind === 'refused') {
      await context.keep(null);
      throw new SourceFault('again', error.code, error.message, { trace: error.trace });
    }
    throw error;
  }
  return { listed: read.names.rows, spend: read.report.rows };
}

const kept = (text: string | null, length: number): string | null => {
  const all = text ?? '';
  // By characters where it may be too long: a report names its ads in each of tens of thousands of rows.
  const short = all.length <= length ? all : [...all].slice(0, length).join('');
  return short.trim() || null;
};

/** The ads of a report and a list, and the named ones without any row, with their days; a row that comes twice counts as its last. */
function adsOf(spend: readonly MetaSpend[], listed: readonly MetaAd[], named: readonly string[]): AccountAd[] {
  const ads = new Map<string, AccountAd>(named.map((id) => [id, { ad_identifier: id, days: [] }]));
  const days = new Map<string, Map<string, number>>();
  const names = ({ adName, adsetName, campaignName, adId }: MetaAd | MetaSpend) => ({
    ad_name: kept(adName, 500) ?? adId,
    campaign_name: kept(campaignName, 500),
    adset_name: kept(adsetName, 500),
  });
  for (const row of spend) {
    ads.set(row.adId, { ad_identifier: row.adId, ...names(row), days: [] });
    const own = days.get(row.adId) ?? new Map<string, number>();
    days.set(row.adId, own.set(row.day, row.cents));
  }
  for (const ad of listed) {
    const ad_type = ad.adType === null ? null : kept(ad.adType, 100);
    ads.set(ad.adId, { ad_identifier: ad.adId, ...names(ad), ad_type, days: [] });
  }
  return [...ads.values()].map((ad) => ({
    ...ad,
    days: [...(days.get(ad.ad_identifier) ?? [])]
      .filter(([, cents]) => cents > 0)
      .map(([day, cents]) => ({ day, spend: cents / 100 })),
  }));
}

/** The counts of a run and the ads that were refused; one of which something later is stored has not changed. */
function storedOf(outcomes: readonly Outcome[], ads: readonly AccountAd[]) {
  const count = (...names: readonly Outcome[]) => outcomes.filter((one) => names.includes(one)).length;
  const findings = outcomes.flatMap((outcome, at): Finding[] => {
    if (typeof outcome === 'string') return [];
    const { ad_identifier: key, ad_name: label = key } = ads[at]!;
    return [{ kind: 'failed', key, label, message: outcome.error, candidates: [] }];
  });
  return {
    read: outcomes.length,
    created: count('created'),
    changed: count('updated'),
    unchanged: count('unchanged', 'stale'),
    failed: findings.length,
    findings,
  };
}

const goneFinding = ({ key, label }: EndedRecord): Finding => ({
  kind: 'gone',
  key,
  label,
  candidates: [],
  message: "It is not in Meta's report any more: its spend of these days is zero",
});
