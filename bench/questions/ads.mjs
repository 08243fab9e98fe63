// Questions about ads and their spend, with the SQL of the right answer.
import { count, one, of, rows, sum } from './expect.mjs';

const spend = (days, slug, where = 'true') =>
  sum(`select coalesce(sum(spend_last_${days}d), 0) as figure from facebook_ads where ${of(slug)} and ${where}`);
const top = (days, slug, most, { where = 'true', by = 'ad_name' } = {}) =>
  rows(`select ${by} as name, sum(spend_last_${days}d) as figure from facebook_ads
    where ${of(slug)} and ${where} and ${by} is not null
    group by ${by === 'ad_name' ? 'id, ad_name' : by} having sum(spend_last_${days}d) > 0 order by figure desc limit ${most}`);
const tagged = (...names) =>
  names
    .map(
      (name) => `exists (select from tag_uses u join tags t on t.id = u.tag_id
        where u.resource_type = 'facebook_ad' and u.resource_id = facebook_ads.id and t.name = '${name}')`,
    )
    .join(' and ');
const ads = (slug, where) => count(`select count(*) as figure from facebook_ads where ${of(slug)} and ${where}`);

export const ADS = [
  ['Which ads of Harbor & Pine spent most in the last 7 days?', top(7, 'harbor-pine', 1)],
  ['What did we spend on ads for Lumen Skin over the past 28 days?', spend(28, 'lumen-skin')],
  ['total ad spend prairie kettle yesterday', spend(1, 'prairie-kettle')],
  ['How much has Summit Trail Gear spent on Facebook in the last two weeks?', spend(14, 'summit-trail')],
  ['top 3 ads by spend for Good Dog Biscuit, 28 days', top(28, 'good-dog-biscuit', 3)],
  [
    'Which campaign at Desert Bloom burned the most money last week?',
    top(7, 'desert-bloom', 1, { by: 'campaign_name' }),
  ],
  ['spend by campaign for Palm Market, last 14 days', top(14, 'palm-market', 3, { by: 'campaign_name' })],
  ['Which ad set at Bergström gets the most money these 28 days?', top(28, 'bergstrom-mobel', 1, { by: 'adset_name' })],
  ["Break down O'Malley's spend by ad type over the last 7 days", top(7, 'omalleys', 5, { by: 'ad_type' })],
  ['How much did video ads cost Harbor & Pine last week?', spend(7, 'harbor-pine', "ad_type = 'video'")],
  [
    'what are we paying for carousel ads at northern lights? 28 days',
    spend(28, 'northern-lights-yarn', "ad_type = 'carousel'"),
  ],
  ['How many ads of 24/7 Phone Cases spent nothing in the last 7 days?', ads('24-7-phone-cases', 'spend_last_7d = 0')],
  ['How much did the ads tagged winner spend for Lumen in the last week?', spend(7, 'lumen-skin', tagged('winner'))],
  [
    'Which tag cost Harbor & Pine the most over 28 days?',
    rows(`select t.name, sum(spend_last_28d) as figure from facebook_ads a
      join tag_uses u on u.resource_type = 'facebook_ad' and u.resource_id = a.id join tags t on t.id = u.tag_id
      where a.${of('harbor-pine')} group by t.name order by figure desc limit 1`),
  ],
  [
    'compare the spend of Harbor & Pine and Lumen Skin for the last 7 days',
    rows(`select c.name, sum(spend_last_7d) as figure from facebook_ads a join companies c on c.id = a.company_id
      where c.slug in ('harbor-pine', 'lumen-skin') group by c.name`),
  ],
  [
    'Which of my companies spent most on ads in the past week?',
    rows(`select c.name, sum(spend_last_7d) as figure from facebook_ads a join companies c on c.id = a.company_id
      group by c.name order by figure desc limit 1`),
  ],
  [
    'What did all companies together spend on ads in 28 days?',
    sum('select sum(spend_last_28d) as figure from facebook_ads'),
  ],
  ['How many ads does Quiet Ledger have?', ads('quiet-ledger', 'true')],
  ['How many carousel ads does Summit Trail run?', ads('summit-trail', "ad_type = 'carousel'")],
  [['Which ads of Harbor & Pine spent most in the last 7 days?', 'and for Lumen?'], top(7, 'lumen-skin', 1)],
  [['What did Harbor & Pine spend last week?', 'only video'], spend(7, 'harbor-pine', "ad_type = 'video'")],
  [['How much did Good Dog spend in the last 7 days?', 'and over 28 days?'], spend(28, 'good-dog-biscuit')],
  [['top 5 ads of Palm Market in 14 days', 'as a table'], { ...top(14, 'palm-market', 5), also: ['|'] }],
  [
    'How much went into the Retargeting campaigns of Desert Bloom in 28 days?',
    spend(28, 'desert-bloom', "campaign_name ilike '%Retargeting%'"),
  ],
  [
    'spend of the Black Friday campaigns at Palm Market, past 14 days',
    spend(14, 'palm-market', "campaign_name ilike '%Black Friday%'"),
  ],
  [
    'how much do we spend on Past Buyers at Lumen, last week?',
    spend(7, 'lumen-skin', "adset_name ilike '%Past Buyers%'"),
  ],
  [
    'Which video ad of 24/7 Phone Cases cost most in the last four weeks?',
    top(28, '24-7-phone-cases', 1, { where: "ad_type = 'video'" }),
  ],
  [
    'How many ads at Harbor & Pine have no tags?',
    ads(
      'harbor-pine',
      "not exists (select from tag_uses u where u.resource_type = 'facebook_ad' and u.resource_id = facebook_ads.id)",
    ),
  ],
  ['How many ads are tagged fatigued at Bergström Möbel?', ads('bergstrom-mobel', tagged('fatigued'))],
  ['How many ads of Harbor & Pine are tagged both winner and UGC?', ads('harbor-pine', tagged('winner', 'UGC'))],
  [
    "Lumen's spend in the last 7 days without the ads tagged testing",
    spend(7, 'lumen-skin', `not (${tagged('testing')})`),
  ],
  ["who was the biggest spender yesterday among O'Malley's ads?", top(1, 'omalleys', 1)],
  [
    'What did the Holiday Gifts campaigns of all companies cost last week?',
    sum("select sum(spend_last_7d) as figure from facebook_ads where campaign_name ilike '%Holiday Gifts%'"),
  ],
  [
    'best funded collection ad of Northern Lights, 14 days',
    top(14, 'northern-lights-yarn', 1, { where: "ad_type = 'collection'" }),
  ],
  [
    'Which company spent least on ads in the last 28 days?',
    rows(`select c.name, sum(spend_last_28d) as figure from facebook_ads a join companies c on c.id = a.company_id
      group by c.name order by figure limit 1`),
  ],
  ['top campaigns good dog last 28 days', top(28, 'good-dog-biscuit', 1, { by: 'campaign_name' })],
  [
    ['ad spend of Prairie Kettle last week by campaign', 'now by ad set'],
    top(7, 'prairie-kettle', 1, { by: 'adset_name' }),
  ],
  ['For how many ads of Quiet Ledger do we not know the spend?', ads('quiet-ledger', 'spend_last_7d is null')],
  [
    'Show me every unboxing ad of Summit Trail: what did they spend in 7 days altogether?',
    spend(7, 'summit-trail', "ad_name ilike '%Unboxing%'"),
  ],
  ['did Desert Bloom spend anything on story ads yesterday? how much?', spend(1, 'desert-bloom', "ad_type = 'story'")],
  [
    'What is the most expensive evergreen-tagged ad at Lumen over four weeks?',
    top(28, 'lumen-skin', 1, { where: tagged('evergreen') }),
  ],
  ['and what happened at Harbor & Pine in the last 14 days, spend-wise?', one(spend(14, 'harbor-pine'))],
];
