import { companiesIn } from '../tools/named-companies';
import type { FoundNames } from '../tools/names';
import { wordsOf } from '../tools/words';
import type { Call } from './subjects/subject';
import { orderIn, proposalOf } from './orders';

const COMPANIES = [
  { id: 1, name: 'Harbor & Pine Outfitters', slug: 'harbor-pine' },
  { id: 2, name: 'Lumen Skin Studio', slug: 'lumen-skin' },
];

function namesIn(text: string): FoundNames {
  const words = wordsOf(text);
  const folded = words.map((word) => word.text);
  const companies = companiesIn(words, COMPANIES).flatMap(({ companies: [company], from, to }) =>
    company ? [{ words: folded.slice(from, to), name: company.name, slug: company.slug }] : [],
  );
  return { companies, unclear: [], tags: [] };
}

const read = (text: string, before: Call | null = null) => {
  const order = orderIn(text);
  return order && proposalOf(order, namesIn(text), before);
};
const lumen = { companies: ['lumen-skin'] };
const ads: Call = { tool: 'find_ads', args: { ...lumen, ad_type: 'video' } };
const posts: Call = { tool: 'find_posts', args: { ...lumen, status: 'pending' } };
const profiles: Call = { tool: 'find_profiles', args: lumen };
const terms: Call = { tool: 'find_search_terms', args: lumen };
const variants: Call = { tool: 'find_variants', args: { ...lumen, cost: 'missing' } };
const add = (...change_tags: string[]) => ({ how: 'add', change_tags });

it.each<[order: string, before: Call | null, tool: string, args: object]>([
  // Tags
  ['tag these as winner', ads, 'propose_ad_tags', { ...ads.args, ...add('winner') }],
  ['Please tag them with “summer sale”.', ads, 'propose_ad_tags', { ...ads.args, ...add('summer sale') }],
  ['now add the tags winner and hot to these ads', ads, 'propose_ad_tags', { ...ads.args, ...add('winner', 'hot') }],
  ['remove the tag winner from them', posts, 'propose_post_tags', { how: 'remove', change_tags: ['winner'] }],
  ['take winner off these profiles', profiles, 'propose_profile_tags', { how: 'remove', change_tags: ['winner'] }],
  ['replace the tags of these by a, b', ads, 'propose_ad_tags', { how: 'replace', change_tags: ['a', 'b'] }],
  ['tag all video ads of Lumen as winner', null, 'propose_ad_tags', { ...ads.args, ...add('winner') }],
  ['tag the top 3 ads of Lumen by spend as winner', null, 'propose_ad_tags', { ...lumen, limit: 3, order: 'most' }],
  ['mark these as winner', profiles, 'propose_profile_tags', add('winner')],
  // Status
  ['set these posts to approved', posts, 'propose_post_status', { ...posts.args, new_status: 'active' }],
  ['set the status of these to error', posts, 'propose_post_status', { new_status: 'error' }],
  ['pause these', terms, 'propose_term_status', { ...lumen, new_status: 'inactive' }],
  ['can you activate them please?', terms, 'propose_term_status', { new_status: 'active' }],
  ['pause all search terms of Harbor & Pine', null, 'propose_term_status', { companies: ['harbor-pine'] }],
  ['mark these as inactive because “gone”', profiles, 'propose_profile_status', { status_message: 'gone' }],
  // Override names
  ['rename these to “Alpine boot”', variants, 'propose_variant_overrides', { override_product_name: 'Alpine boot' }],
  ['rename HPO-0002 to Alpine boot', null, 'propose_variant_overrides', { identifiers: ['HPO-0002'] }],
  [
    'set the variant name of these to Nine',
    variants,
    'propose_variant_overrides',
    { override_product_variant_name: 'Nine' },
  ],
  ['clear the overrides of these variants', variants, 'propose_variant_overrides', { override_product_name: null }],
])('%s', (order, before, tool, args) => {
  expect(read(order, before)).toMatchObject({ tool, args });
});

it('of a ranking those are meant that it shows, of everything else all that there are', () => {
  const ranking = { tool: 'find_ads', args: { ...lumen, order: 'most' } };
  expect(read('tag these as winner', ranking)).toMatchObject({ args: { limit: 20 } });
  expect(read('tag these as winner', ads)).not.toMatchObject({ args: { limit: expect.anything() as number } });
});

it.each<[order: string, before: Call | null, says: string]>([
  ['tag these as winner', null, 'do not know which records'],
  ['tag these as winner', { tool: 'ad_spend', args: lumen }, 'do not know which records'],
  ['set these to active', { tool: 'find_posts', args: { ...lumen, by: 'status' } }, 'do not know which records'],
  ['tag the ads of Lumen that spent most as winner', null, 'Say how many'],
  ['pause these ads', ads, 'cannot propose'],
  ['tag the flurbish ads of Lumen wobbly style as winner', null, 'propose nothing'],
])('%s: says why not', (order, before, says) => {
  expect(read(order, before)).toMatchObject({ says: expect.stringContaining(says) as string });
});

it.each([
  'Which ads of Lumen spent most?',
  'How many posts are tagged winner?',
  'What does the knowledge say about tagging ads as winner?',
  'thanks!',
  'add a new company',
])('%s is no order', (text) => {
  expect(orderIn(text)).toBeNull();
});
