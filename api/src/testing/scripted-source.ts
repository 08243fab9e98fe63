/** A source that does as a test says: it pages through variants and stores them as a store's would. */
import type { IngestedVariant } from 'contract/ingest/ingest';
import { variantsFromSource } from '../company/product-variants-from-source.queries';
import type { ConnectedSource, ReadContext } from '../connections/reading';
import type { SourceTest } from '../connections/source';

/** The script, which a test changes as it goes. */
export interface Script {
  /** The names of the variants that the source has; their identifiers are their places. */
  rows: string[];
  /** How many the source says that it has; absent: as many as there are. */
  announced?: number;
  /** Called before each page, from 0, with the run's context: throws a fault, waits, or looks. */
  beforePage(page: number, context: ReadContext): Promise<void> | void;
  test: SourceTest;
  /** The ids of records that were added. */
  added: number[];
}

const PAGE = 2;

/** The test's answer of a source that works. */
export const WORKS: SourceTest = {
  name: 'Acme',
  externalId: 'acme.myshopify.com',
  currency: 'USD',
  zone: 'Europe/Berlin',
  expiresAt: null,
  problems: [],
  notes: [],
};

/** A script of five variants, and the source that follows it. */
export function scriptedSource(): { script: Script; source: ConnectedSource } {
  const script: Script = { rows: ['A', 'B', 'C', 'D', 'E'], beforePage: () => {}, test: WORKS, added: [] };
  const variant = (name: string): IngestedVariant => ({
    sales_channel: 'shopify',
    product_variant_identifier: String(script.rows.indexOf(name)),
    cached_product_name: name,
    cached_product_variant_name: 'One',
  });
  const source: ConnectedSource = {
    test: async () => script.test,
    read: async (context) => {
      const { run, connection, ask, expect, store, count, note } = context;
      const reading = {
        companyId: connection.companyId,
        source: 'Shopify',
        observedAt: run.observedAt,
        mayEndMany: run.mayEndMany,
      };
      await expect(script.announced ?? script.rows.length);
      await note({ zone: 'Europe/Berlin', currency: 'USD' });
      for (let at = Number(run.checkpoint ?? 0); at < script.rows.length; at += PAGE) {
        const page = script.rows.slice(at, at + PAGE);
        await ask(async () => script.beforePage(at / PAGE, context));
        if (run.isPreview) await count({ read: at + page.length, created: at + page.length });
        else
          await store(async (transaction) => {
            const outcomes = await variantsFromSource.write(transaction, reading, page.map(variant));
            const countOf = (outcome: string) => outcomes.filter((one) => one === outcome).length;
            return {
              read: page.length,
              created: countOf('created'),
              changed: countOf('updated'),
              unchanged: countOf('unchanged'),
              checkpoint: String(at + PAGE),
            };
          });
      }
      if (run.isPreview || run.only) return;
      let heldBack = 0;
      await store(async (transaction) => {
        const ended = await variantsFromSource.end(transaction, reading, []);
        heldBack = ended.heldBack;
        return { gone: ended.gone };
      });
      if (heldBack) return { asking: `${heldBack} variants would be gone.`, gone: heldBack };
    },
    matching: {
      match: async (_transaction, _companyId, { key }) => key === 'known',
      known: async () => ({ labels: new Map(), matches: new Map(), taken: new Set() }),
    },
    added: async () => script.added.splice(0),
  };
  return { script, source };
}
