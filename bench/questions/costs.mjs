// Questions about variants and what they cost, with the SQL of the right answer. `{ago:N}` is the date N days ago.
import { count, of, rows } from './expect.mjs';

const TODAY = '(now() at time zone (select timezone from companies c where c.id = v.company_id))::date';
const covers = (day) =>
  `coalesce(p.effective_start_date, '-infinity') <= ${day} and coalesce(p.effective_end_date, 'infinity') >= ${day}`;
const costOn = (identifier, day = TODAY) =>
  rows(`select v.product_variant_identifier as name, p.cogs_amount as figure from product_variants v
    join product_variant_cogs p on p.product_variant_id = v.id and ${covers(day)}
    where v.product_variant_identifier = '${identifier}'`);
const uncosted = (slug, where = 'v.is_active') =>
  count(`select count(*) as figure from product_variants v where v.${of(slug)} and ${where}
    and not exists (select from product_variant_cogs p where p.product_variant_id = v.id and ${covers(TODAY)})`);
const variants = (slug, where) =>
  count(`select count(*) as figure from product_variants v where v.${of(slug)} and ${where}`);
const extreme = (slug, order) =>
  rows(`select coalesce(nullif(trim(override_product_name), ''), cached_product_name) as name, p.cogs_amount as figure
    from product_variants v join product_variant_cogs p on p.product_variant_id = v.id and ${covers(TODAY)}
    where v.${of(slug)} order by p.cogs_amount ${order}, v.id limit 1`);

export const COSTS = [
  ['What does HPO-0002 cost us today?', costOn('HPO-0002')],
  ['current COGS of HPO-0005', costOn('HPO-0005')],
  ['How much was HPO-0011 on {ago:40}?', costOn('HPO-0011', 'current_date - 40')],
  ['cost of goods for HPO-0008 right now?', costOn('HPO-0008')],
  ['what did HPO-0005 cost {ago:100}', costOn('HPO-0005', 'current_date - 100')],
  ['How many active variants of Lumen Skin have no cost today?', uncosted('lumen-skin')],
  ['Harbor & Pine: number of active variants without COGS', uncosted('harbor-pine')],
  [
    'which company data is missing costs? how many variants at Desert Bloom have none',
    uncosted('desert-bloom', 'true'),
  ],
  ['Which variant of Prairie Kettle is the most expensive for us at the moment?', extreme('prairie-kettle', 'desc')],
  ['cheapest product of Quiet Ledger by cost today', extreme('quiet-ledger', 'asc')],
  ['How many variants does Bergström Möbel have?', variants('bergstrom-mobel', 'true')],
  ["how many inactive variants at O'Malley's", variants('omalleys', 'not is_active')],
  ['How many Lumen variants are sold on TikTok?', variants('lumen-skin', "sales_channel = 'tiktok'")],
  ['count amazon listings of summit trail', variants('summit-trail', "sales_channel = 'amazon'")],
  ['How many variants of Quiet Ledger failed to sync?', variants('quiet-ledger', "sync_status = 'failed'")],
  ['Good Dog Biscuit: variants never synchronised?', variants('good-dog-biscuit', 'last_synced_at is null')],
  [
    'How many costs of Summit Trail changed in the last 30 days?',
    count(`select count(*) as figure from product_variant_cogs p join product_variants v on v.id = p.product_variant_id
      where v.${of('summit-trail')} and p.effective_start_date between ${TODAY} - 30 and ${TODAY}`),
  ],
  [['What does HPO-0002 cost us today?', 'and HPO-0005?'], costOn('HPO-0005')],
  [
    ['How many variants does Palm Market have?', 'how many of them are inactive?'],
    variants('palm-market', 'not is_active'),
  ],
  [
    'number of Wallet Case variants at 24/7 Phone Cases',
    variants(
      '24-7-phone-cases',
      "(cached_product_name ilike '%Wallet Case%' or override_product_name ilike '%Wallet Case%')",
    ),
  ],
  [
    'What do the Sock Yarn variants of Northern Lights cost on average today?',
    count(`select round(avg(p.cogs_amount), 2) as figure from product_variants v
      join product_variant_cogs p on p.product_variant_id = v.id and ${covers(TODAY)}
      where v.${of('northern-lights-yarn')} and (cached_product_name ilike '%Sock Yarn%' or override_product_name ilike '%Sock Yarn%')`),
  ],
  [
    'variants with an override name at prairie kettle, how many',
    variants('prairie-kettle', "(override_product_name <> '' or override_product_variant_name <> '')"),
  ],
];
