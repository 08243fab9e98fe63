/**
 * How a run reads a store (DECISIONS §13): all variants, page by page, each matched with ours and written through what the
 * company's area lets a source write. Costs are proposed. Variants that the store has no more are gone after a complete read.
 */
import type { Transaction } from 'kysely';
import { MAX_FINDINGS } from 'contract/company/connections';
import type { IngestedVariant } from 'contract/ingest/ingest';
import { proposeCosts } from '../../company/cost-proposals.queries';
import { variantsFromSource } from '../../company/product-variants-from-source.queries';
import {
  absentVariants,
  identifiersTaken,
  keepSourceIds,
  matchSourceId,
  variantLabels,
  variantsApart,
  variantsMatched,
  variantsNamed,
  type OurVariant,
  type Shelf,
} from '../../company/variants-of-source.queries';
import type { Tables } from '../../database/connection';
import { goneFrom, type EndedRecord } from '../../records/from-source';
import type { Asking, ConnectedSource, Counts, Finding, Matching, ReadContext, Stored } from '../reading';
import { SourceFault, SOURCE_NAMES, type ShopifyVariant } from '../source';
import { shopifyClient } from './client';
import { endBySku, identifiersOf, matchOf, oursOf, type BySku, type Match } from './matching';

/** The source as records and their history name it. */
const SOURCE = SOURCE_NAMES.shopify;

/** The part of the variants that Shopify counts which has to come, for a read to be complete. */
const COMPLETE = 0.95;
/** How many variants that were kept until the end are written at once. */
const BATCH = 100;

const shelfOf = (companyId: number): Shelf => ({ companyId, channel: 'shopify' });

/** Shopify as a source of connections. */
export const shopifySource: ConnectedSource = {
  test: ({ connection, ...options }, signal) =>
    shopifyClient({ ...options, store: connection.externalId ?? '' }).test(signal),
  read,
  matching: matching(),
};

function matching(): Matching {
  return {
    match: (transaction, companyId, { key, recordId }) =>
      /^\d{1,20}$/.test(key) ? matchSourceId(transaction, shelfOf(companyId), key, recordId) : Promise.resolve(false),
    async known(db, companyId, findings) {
      const shelf = shelfOf(companyId);
      const keys = findings.map(({ key }) => key);
      const matches = new Map<string, number | null>(await variantsMatched(db, shelf, keys));
      for (const key of await variantsApart(db, shelf, keys)) matches.set(key, null);
      const ids = findings.flatMap(({ candidates }) => candidates);
      return { labels: await variantLabels(db, shelf, ids), matches, taken: await identifiersTaken(db, shelf, keys) };
    },
  };
}

/** A variant of the store with what it is of ours. */
interface Matched {
  readonly variant: ShopifyVariant;
  readonly match: Match;
}

/** The counts of the pages; those that are gone are counted once, at the end. */
type PageCounts = Omit<Counts, 'gone'>;

/** A place to go on from: all up to here is written and counted, and nothing was kept until the end. */
interface Checkpoint {
  readonly after: string | null;
  readonly counts: PageCounts;
}

const BEGINNING: Checkpoint = {
  after: null,
  counts: { read: 0, created: 0, changed: 0, unchanged: 0, doubtful: 0, failed: 0 },
};

async function read(context: ReadContext): Promise<void | Asking> {
  const { ask, connection, run } = context;
  const client = shopifyClient({ ...context, store: connection.externalId ?? '' });
  const { name, currency, zone, problems } = await ask((signal) => client.test(signal));
  for (const { code, message } of problems) throw new SourceFault('refused', code, message);
  await context.note({ name, currency, zone });
  const expected = await ask((signal) => client.count(signal));
  await context.expect(expected);

  const begun = run.checkpoint === null ? BEGINNING : (JSON.parse(run.checkpoint) as Checkpoint);
  if (begun !== BEGINNING) await context.count(begun.counts);
  let { after, counts } = begun;
  const kept: BySku[] = [];
  const taken = new Set<number>();

  /** Writes variants and counts them; in a preview it counts alone. `next` is where to go on once they are stored. */
  const take = async (find: (db: Transaction<Tables>) => Promise<Matched[]>, next: () => string | null) => {
    let stored: readonly Matched[] = [];
    const noted = ({ matched, ...done }: Done) => {
      stored = matched;
      counts = sumOf(counts, done.counts);
      for (const { match } of matched) if (match.kind === 'known') taken.add(match.ours.id);
      return done;
    };
    if (run.isPreview) {
      const { findings } = noted(await context.look(async (db) => forecast(await find(db))));
      await context.count(counts);
      if (findings.length) await context.report(findings);
      return;
    }
    await context.store(async (transaction): Promise<Stored> => {
      const done = noted(await write(transaction, context, await find(transaction)));
      const place = next();
      const checkpoint =
        place === null ? {} : { checkpoint: JSON.stringify({ after: place, counts } satisfies Checkpoint) };
      return { ...done.counts, findings: done.findings, ...checkpoint };
    });
    const pictures = stored.map(({ variant, match }) => ({
      key: match.kind === 'known' ? match.ours.identifier : variant.identifier,
      url: variant.pictureUrl,
    }));
    await context.pictures('product_variant', pictures);
  };

  for (;;) {
    const page = await ask((signal) => client.variants(after, signal));
    if (page.next === null) break;
    const { next, rows } = page;
    await take(
      async (db) => {
        const matched = await matchPage(db, connection.companyId, rows);
        for (const { variant, match } of matched) if (match.kind === 'sku') kept.push({ variant, ours: match.ours });
        return matched.filter(({ match }) => match.kind !== 'sku');
      },
      // Those that are kept until the end are read once more after a kill.
      () => (kept.length ? null : next),
    );
    after = next;
  }
  const ended = endBySku(kept, (ours) => taken.has(ours.id) || isRead(ours, run.observedAt));
  for (let at = 0; at < ended.length; at += BATCH)
    await take(
      async () => ended.slice(at, at + BATCH),
      () => null,
    );

  const still = Math.min(expected, await ask((signal) => client.count(signal)));
  if (counts.read < still * COMPLETE) {
    const message = `Shopify counts ${still} variants and sent ${counts.read}`;
    throw new SourceFault('again', 'partial_response', message);
  }
  return run.isPreview ? forecastGone(context, [...taken]) : end(context);
}

const isRead = ({ readAt, readFrom }: OurVariant, observedAt: string): boolean =>
  readFrom === SOURCE && readAt === observedAt;

async function matchPage(
  db: Transaction<Tables>,
  companyId: number,
  page: readonly ShopifyVariant[],
): Promise<Matched[]> {
  const shelf = shelfOf(companyId);
  const sourceIds = page.map(({ identifier }) => identifier);
  const named = await variantsNamed(db, shelf, { sourceIds, identifiers: page.flatMap(identifiersOf) });
  const ours = oursOf(named, await variantsApart(db, shelf, sourceIds));
  return page.map((variant) => ({ variant, match: matchOf(variant, ours) }));
}

/** The outcome of some variants. */
interface Done {
  readonly matched: readonly Matched[];
  readonly counts: Partial<PageCounts>;
  readonly findings: readonly Finding[];
}

/** The outcome in a preview, which writes nothing. */
function forecast(matched: readonly Matched[]): Done {
  const findings = matched.flatMap(doubtIn);
  const known = matched.filter(({ match }) => match.kind === 'known');
  const changed = known.filter(({ variant, match }) => match.kind === 'known' && differs(variant, match.ours)).length;
  const created = matched.filter(({ match }) => match.kind === 'new').length;
  const counts = {
    read: matched.length,
    created,
    changed,
    unchanged: known.length - changed,
    doubtful: findings.length,
  };
  return { matched, counts, findings };
}

const differs = (variant: ShopifyVariant, { productName, variantName }: OurVariant): boolean => {
  const { cached_product_name, cached_product_variant_name } = recordOf(variant, variant.identifier);
  return cached_product_name !== productName || cached_product_variant_name !== variantName;
};

async function write(
  transaction: Transaction<Tables>,
  { connection, run }: ReadContext,
  matched: readonly Matched[],
): Promise<Done> {
  const { companyId, settings } = connection;
  const reading = { companyId, source: SOURCE, observedAt: run.observedAt };
  const written = matched.flatMap(({ variant, match }) => {
    if (match.kind !== 'known' && match.kind !== 'new') return [];
    const identifier = match.kind === 'known' ? match.ours.identifier : variant.identifier;
    return [{ variant, match, record: recordOf(variant, identifier) }];
  });
  const outcomes = await variantsFromSource.write(
    transaction,
    reading,
    written.map(({ record }) => record),
  );
  const found = written.flatMap(({ variant, match }) =>
    match.kind === 'known' && match.isFound ? [{ id: match.ours.id, sourceId: variant.identifier }] : [],
  );
  await keepSourceIds(transaction, found);
  const costs = written.map(({ variant, record: { product_variant_identifier } }) => ({
    product_variant_identifier,
    amount: settings.costs === 'off' ? null : amountOf(variant),
  }));
  await proposeCosts(transaction, { ...reading, channel: 'shopify' }, costs);

  const failed = outcomes.flatMap((outcome, at) =>
    typeof outcome === 'object' ? [findingOf('failed', written[at]!.variant, outcome.error, [])] : [],
  );
  const doubts = matched.flatMap(doubtIn);
  const count = (...names: string[]) => outcomes.filter((outcome) => names.includes(String(outcome))).length;
  const counts = {
    read: matched.length,
    created: count('created'),
    changed: count('updated'),
    unchanged: count('unchanged', 'stale'),
    doubtful: doubts.length,
    failed: failed.length,
  };
  return { matched, counts, findings: [...failed, ...doubts] };
}

const doubtIn = ({ variant, match }: Matched): Finding[] =>
  match.kind === 'doubtful' ? [findingOf('doubtful', variant, match.message, match.candidates)] : [];

const findingOf = (
  kind: Finding['kind'],
  { identifier, productName, variantName }: ShopifyVariant,
  message: string,
  candidates: readonly number[],
): Finding => ({
  kind,
  key: identifier,
  message,
  candidates: [...candidates],
  label: `${productName} – ${variantName}`,
});

/** A variant as ours are written. */
const recordOf = (
  { identifier, productName, variantName, isActive }: ShopifyVariant,
  ourIdentifier: string,
): Required<IngestedVariant> => ({
  sales_channel: 'shopify',
  product_variant_identifier: ourIdentifier,
  is_active: isActive,
  cached_product_name: cached(productName, identifier),
  cached_product_variant_name: cached(variantName, identifier),
});

/** A name as the cached ones are: one line of 1 to 255 characters. */
const cached = (name: string, identifier: string): string =>
  [...name.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, MAX_NAME).join('').trim() || `Variant ${identifier}`;
const MAX_NAME = 255;

/** The cost in dollars that can be proposed; null for none, zero, or another currency. */
const amountOf = ({ unitCost }: ShopifyVariant): number | null =>
  unitCost?.currency === 'USD' && unitCost.cents > 0 && unitCost.cents <= MAX_COST_CENTS ? unitCost.cents / 100 : null;
const MAX_COST_CENTS = 999_999_999;

const sumOf = (counts: PageCounts, more: Partial<PageCounts>): PageCounts => ({
  read: counts.read + (more.read ?? 0),
  created: counts.created + (more.created ?? 0),
  changed: counts.changed + (more.changed ?? 0),
  unchanged: counts.unchanged + (more.unchanged ?? 0),
  doubtful: counts.doubtful + (more.doubtful ?? 0),
  failed: counts.failed + (more.failed ?? 0),
});

async function forecastGone(context: ReadContext, present: readonly number[]): Promise<void> {
  const { look, count, report, connection } = context;
  const absent = await look((db) => absentVariants(db, connection.companyId, SOURCE, present));
  await count({ gone: absent.length });
  await report(absent.slice(0, MAX_FINDINGS).map(goneFinding));
}

const goneFinding = ({ key, label }: EndedRecord): Finding => ({
  kind: 'gone',
  key,
  label,
  message: goneFrom({ source: SOURCE }),
  candidates: [],
});

/** Ends a complete read: the variants that the store had and has no more are gone, unless they are too many at once. */
async function end({ store, connection, run }: ReadContext): Promise<void | Asking> {
  const { companyId } = connection;
  let heldBack = 0;
  await store(async (transaction) => {
    const { observedAt, mayEndMany } = run;
    const ended = await variantsFromSource.end(transaction, { companyId, source: SOURCE, observedAt, mayEndMany }, []);
    heldBack = ended.heldBack;
    return { gone: ended.gone, findings: ended.records.map(goneFinding) };
  });
  if (heldBack)
    return {
      asking: `${heldBack} variants are not in the store any more: more than 20 % of those that it had. Are they gone?`,
      gone: heldBack,
    };
}
