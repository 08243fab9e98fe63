import { companiesIn } from '../tools/named-companies';
import type { FoundNames } from '../tools/names';
import { wordsOf } from '../tools/words';
import type { Call } from './subjects/subject';
import { firstStep, readingOf } from './reading';

const COMPANIES = [
  { id: 1, name: 'Harbor & Pine Outfitters', slug: 'harbor-pine' },
  { id: 2, name: 'Lumen Skin Studio', slug: 'lumen-skin' },
  { id: 3, name: "O'Malley's Fish & Chips", slug: 'omalleys' },
  { id: 4, name: 'Plus Minus Coffee', slug: 'plus-minus' },
];

/** As `find_names` recognises them, with two tags. */
function namesIn(text: string): FoundNames {
  const words = wordsOf(text);
  const folded = words.map((word) => word.text);
  const companies = companiesIn(words, COMPANIES).flatMap(({ companies: [company], from, to }) =>
    company ? [{ words: folded.slice(from, to), name: company.name, slug: company.slug }] : [],
  );
  const tags = ['winner', 'VIP'].flatMap((name) => {
    const word = folded.find((one) => one.startsWith(name.toLowerCase()));
    return word === undefined ? [] : [{ name, on: ['facebook_ad', 'social_media_profile'] as const, words: [word] }];
  });
  return { companies, unclear: [], tags: tags.map((tag) => ({ ...tag, on: [...tag.on] })) };
}

const read = (text: string, before: Call | null = null) => readingOf(text, namesIn(text), before);
const harbor = { companies: ['harbor-pine'] };
const lumen = { companies: ['lumen-skin'] };

it.each<[question: string, tool: string, args: object]>([
  // Spend
  ['Which ads of Harbor & Pine spent most in the last 7 days?', 'find_ads', { ...harbor, period: '7d', order: 'most' }],
  ['What did we spend on ads for Lumen over the past 28 days?', 'ad_spend', { ...lumen, period: '28d' }],
  ['ad spend of Lumen Skin Studio, 28 days', 'ad_spend', { ...lumen, period: '28d' }],
  ['ad spend of Plus Minus Coffee yesterday', 'ad_spend', { companies: ['plus-minus'], period: '1d' }],
  ['top 3 ads by spend for Lumen, two weeks', 'find_ads', { ...lumen, period: '14d', order: 'most', limit: 3 }],
  ["O'Malley's ad spend yesterday", 'ad_spend', { companies: ['omalleys'], period: '1d' }],
  ['lumin skn stduio ad spend yesteday', 'ad_spend', { ...lumen, period: '1d' }],
  ['spend by campaign for Harbor and Pine', 'ad_spend', { ...harbor, by: 'campaign' }],
  ['which ad set of Lumen got the least money?', 'ad_spend', { ...lumen, by: 'ad_set', order: 'least' }],
  ['Which of my companies spent most on ads?', 'ad_spend', { by: 'company', order: 'most' }],
  ['Compare Lumen and Harbor & Pine by spend', 'ad_spend', { companies: ['lumen-skin', 'harbor-pine'], by: 'company' }],
  ['how much did video ads cost Lumen', 'ad_spend', { ...lumen, ad_type: 'video' }],
  ['spend of ads tagged winner at Lumen', 'ad_spend', { ...lumen, tags: ['winner'] }],
  ['spend at Lumen without the ads tagged winner', 'ad_spend', { ...lumen, without_tags: ['winner'] }],
  ['How many ads of Lumen are without known spend?', 'find_ads', { ...lumen, spend: 'unknown' }],
  ['spend of Lumen from 7 days', 'ad_spend', { ...lumen, period: '7d' }],
  ['How many ads of Lumen have no tags?', 'find_ads', { ...lumen, untagged: true }],
  ['spend of the Spring Launch campaigns at Lumen', 'ad_spend', { ...lumen, campaign: 'Spring Launch' }],
  ['how much did Acme Rockets spend last week?', 'ad_spend', { search: 'Acme Rockets', period: '7d' }],
  ['which 3 companies spent most last week?', 'ad_spend', { period: '7d', limit: 3, order: 'most', by: 'company' }],
  ['top 5 tags of Lumen by spend', 'ad_spend', { ...lumen, limit: 5, order: 'most', by: 'tag' }],
  ['How much did the ad set Women 25–44 cost Lumen?', 'ad_spend', { ...lumen, ad_set: 'Women 25–44' }],
  ['How many ads of Lumen spent more than $1,000?', 'find_ads', { ...lumen, min_spend: 1000 }],
  ['ads of Lumen whose spend moved', 'find_ads', { ...lumen, spend_moved: true }],
  ['Spend moved of Lumen?', 'find_ads', { ...lumen, spend_moved: true }],
  ['How many ads of Lumen spent anything last week?', 'find_ads', { ...lumen, period: '7d', spend: 'some' }],
  ['Who spends more, Lumen or Harbor & Pine?', 'ad_spend', { companies: ['lumen-skin', 'harbor-pine'], by: 'company' }],
  ['which 12 video ads of Lumen spent most?', 'find_ads', { ...lumen, ad_type: 'video', limit: 12, order: 'most' }],
  ['which video ads of Lumen spent most?', 'find_ads', { ...lumen, ad_type: 'video', order: 'most' }],
  ["Which of O'Malley's ads haven't spent a cent?", 'find_ads', { companies: ['omalleys'], spend: 'none' }],
  ['How many ads of Lumen are not tagged winner?', 'find_ads', { ...lumen, without_tags: ['winner'] }],
  [
    'spend of Lumen on ads tagged winner but not VIP',
    'ad_spend',
    { ...lumen, tags: ['winner'], without_tags: ['VIP'] },
  ],
  ['average spend per ad at Lumen, 28 days', 'ad_spend', { ...lumen, period: '28d' }],
  ['Does Lumen spend more on stories than on carousels?', 'ad_spend', { ...lumen, by: 'type' }],
  ['compare video and image spend at Lumen', 'ad_spend', { ...lumen, by: 'type' }],
  [
    'spend on Spring Launch campaigns at Lumen by ad set',
    'ad_spend',
    { ...lumen, campaign: 'Spring Launch', by: 'ad_set' },
  ],
  // Costs
  ['What does HPO-0002 cost us today?', 'find_variants', { identifiers: ['HPO-0002'] }],
  ['what did HPO-0002 cost 2026-03-31', 'find_variants', { identifiers: ['HPO-0002'], on: '2026-03-31' }],
  ['How many active variants of Lumen have no cost?', 'find_variants', { ...lumen, cost: 'missing', is_active: true }],
  ['Variants without a cost of Lumen', 'find_variants', { ...lumen, cost: 'missing' }],
  ['How many variants of Lumen are not synced?', 'find_variants', { ...lumen, not_synced: true }],
  ['variants of Lumen not yet synced', 'find_variants', { ...lumen, sync_status: 'never' }],
  ['How many variants of Lumen were never synced?', 'find_variants', { ...lumen, sync_status: 'never' }],
  ['number of Wonder Studio variants at Lumen Skin Studio', 'find_variants', { ...lumen, search: 'Wonder Studio' }],
  ['cheapest product of Lumen by cost', 'find_variants', { ...lumen, order: 'lowest_cost' }],
  ['Which costs of Lumen changed in the last 10 days?', 'cost_changes', { ...lumen, days: 10 }],
  ['cost history of HPO-0002', 'cost_changes', { identifiers: ['HPO-0002'], days: 36_500 }],
  ['Which product of Lumen costs most?', 'find_variants', { ...lumen, order: 'highest_cost' }],
  // Posts, profiles, search terms, companies
  ['How many posts of Lumen are in error?', 'find_posts', { ...lumen, status: 'error' }],
  ['Why are posts of Lumen in error?', 'find_posts', { ...lumen, status: 'error', by: 'reason' }],
  ['most viewed YouTube post of Lumen', 'find_posts', { ...lumen, platform: 'youtube', order: 'most_viewed' }],
  ['posts of Lumen by status', 'find_posts', { ...lumen, by: 'status' }],
  ['which 2 platforms of Lumen have most posts?', 'find_posts', { ...lumen, limit: 2, by: 'platform' }],
  ['pls tell me how many posts Lumen has', 'find_posts', lumen],
  ['how many companies are in Chicago time', 'find_companies', { timezone: 'America/Chicago' }],
  ['which platform of Lumen has the most posts?', 'find_posts', { ...lumen, by: 'platform' }],
  ['how many views has Lumen on TikTok?', 'find_posts', { ...lumen, platform: 'tiktok' }],
  ['how many VIP profiles has Lumen?', 'find_profiles', { ...lumen, tags: ['VIP'] }],
  ['posts with the word coffee', 'find_posts', { search: 'coffee' }],
  ['posts about coffee', 'find_posts', { search: 'coffee' }],
  ['posts about “without sugar”', 'find_posts', { search: 'without sugar' }],
  ['search terms about unboxing at Lumen', 'find_search_terms', { ...lumen, search: 'unboxing' }],
  ['how many companies do we look after?', 'find_companies', {}],
  ['average shipping cost of an order at Lumen', 'find_companies', lumen],
])('%s', (question, tool, args) => {
  expect(read(question)).toEqual({ tool, args });
});

describe('a follow-up', () => {
  const before = { tool: 'find_ads', args: { ...harbor, period: '7d', order: 'most' } };
  it.each<[question: string, tool: string, args: object]>([
    ['and for Lumen?', 'find_ads', { ...before.args, ...lumen }],
    ['only video', 'find_ads', { ...before.args, ad_type: 'video' }],
    ['And they in the last 28?', 'find_ads', { ...before.args, period: '28d' }],
    ['over 28 days', 'find_ads', { ...before.args, period: '28d' }],
    ['now by campaign', 'ad_spend', { ...before.args, by: 'campaign' }],
    ['as a table', 'find_ads', before.args],
    ['more', 'find_ads', { ...before.args, page: 2 }],
    ['compare with Lumen', 'ad_spend', { ...before.args, companies: ['harbor-pine', 'lumen-skin'], by: 'company' }],
    ['How many posts are in error?', 'find_posts', { ...harbor, status: 'error' }],
  ])('%s goes on from the call before', (question, tool, args) => {
    expect(read(question, before)).toEqual({ tool, args });
  });

  it('for today leaves the date of the question before', () => {
    const dated = { tool: 'find_variants', args: { identifiers: ['HPO-0002'], on: '2026-03-03' } };
    expect(read('and today?', dated)).toEqual({ tool: 'find_variants', args: { identifiers: ['HPO-0002'] } });
  });

  it('of small words alone is none', () => {
    expect(read('both', { tool: 'find_variants', args: { is_active: true } })).toMatchObject({ searches: true });
  });

  it.each([
    ['And they with a zebra?', 'zebra'],
    ['and the weather?', 'weather'],
    ['do they like purple?', 'purple'],
  ])('%s is reported as not understood, by its words', (question, word) => {
    const says = expect.stringMatching(new RegExp(`^I do not understand .*“${word}”.* behind the question before`));
    expect(read(question, before)).toEqual({ says: says as unknown });
  });

  it('about something else does not', () => {
    expect(read('How do I clean a waxed coat?', before)).toMatchObject({ searches: true });
  });
});

it.each([
  'is today included in the spend numbers?',
  'what does it cost to fix a zipper on a tent',
  'do giveaways count as posts',
  'when do we switch off an advert that does not sell',
  'Which ads of Lumen did not convert?',
  'posts of Lumen that are not on TikTok',
  'which creators posted most for Lumen',
  'which profile of Lumen has the most followers',
  'spend on all ads of Lumen but video',
  'what is the total cost of all variants of Lumen',
  'spend of ads tagged winner or VIP at Lumen',
  'who can edit tags on ads',
  'spend of all companies except Lumen',
])('%s has words that no subject understands, so no figure is given', (question) => {
  expect(read(question)).toMatchObject({ searches: true });
});

it.each([
  'What did Lumen spend in 2019?',
  'spend of Lumen last month',
  'ad spend today',
  'spend in 30 days',
  'spend of Lumen in more than 7 days',
  'What will Lumen spend next week?',
  'spend of Lumen two weeks ago',
  'What did Lumen spend on ads three days ago?',
])('%s is told which days are known', (question) => {
  expect(read(question)).toEqual({ says: expect.stringContaining('7, 14 or 28 days only') as unknown });
});

it.each([
  ['hello', 'What would you like to ask?'],
  ['thanks!', 'You are welcome.'],
  ['what can you do?', 'Ad spend'],
  ['Delete all ads of Lumen', 'I only look things up'],
])('%s looks nothing up', (text, said) => {
  expect(firstStep(text, null)).toEqual({ says: expect.stringContaining(said) as unknown });
});
