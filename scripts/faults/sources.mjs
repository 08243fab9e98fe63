// The sources that sync.mjs and bench/sync.mjs read, in a process of their own: so many stores of Shopify and accounts of
// Meta, with so many records each, by their stand-ins. Sends their addresses, and ends when it is disconnected.
import { createRequire } from 'node:module';
import { main } from './service.mjs';
import { accountOf, centsOn, lastDay, META_TOKEN, storeOf, tokenOf } from './source-records.mjs';

const [companies, records] = process.argv.slice(2).map(Number);
const built = createRequire(main);
const { startShopifyStandIn } = built('./connections/shopify/stand-in.js');
const { startMetaStandIn } = built('./connections/meta/stand-in.js');

const variants = Array.from({ length: records }, (_, at) => ({
  id: 48_000_000_000_000 + at,
  product: `Mug ${at}`,
  title: 'Red',
  sku: `MUG-${at}`,
  cost: '4.50',
}));
// A month, so that it holds the 28 days of each zone.
const days = Array.from({ length: 30 }, (_, ago) => lastDay() - ago);
const ads = Array.from({ length: records }, (_, at) => ({
  id: String(23_850_000_000_000 + at),
  name: `Ad ${at}`,
  status: 'ACTIVE',
  adset: 'Women',
  campaign: `Sale ${at % 40}`,
  creative: { object_type: 'PHOTO' },
  spend: Object.fromEntries(
    days.map((day) => [new Date(day * 86_400_000).toISOString().slice(0, 10), (centsOn(at, day) / 100).toFixed(2)]),
  ),
}));

Object.freeze(ads);

const shopify = await startShopifyStandIn();
const meta = await startMetaStandIn();
meta.callsAMinute = 60;
const accounts = Array.from({ length: companies }, (_, at) => accountOf(at));
meta.tokens.set(META_TOKEN, { scopes: ['ads_read'], expires: 0, accounts });
for (let at = 0; at < companies; at += 1) {
  shopify.stores.set(storeOf(at), { token: tokenOf(at), shopName: storeOf(at), variants });
  meta.accounts.set(accountOf(at), {
    name: `Account ${at}`,
    currency: 'USD',
    zone: 'America/New_York',
    status: 1,
    ads,
  });
}
process.send({ shopify: shopify.url, meta: meta.url });
process.once('disconnect', () => process.exit());
