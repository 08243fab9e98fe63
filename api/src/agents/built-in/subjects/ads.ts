/** Questions about Facebook ads and what they spent. */
import { labelled } from '../lexicon';
import { argsOver, companiesAsked, subject, type Reading } from './subject';

const PERIODS: Readonly<Record<number, string>> = { 1: '1d', 7: '7d', 14: '14d', 28: '28d' };
const OTHER_DAYS =
  'Spend is known for yesterday and for the last 7, 14 or 28 days only, each up to yesterday. I cannot tell it for other days.';
const ONE_AD_ALONE =
  'I can choose single ads by what they spent, but not campaigns, ad sets, types, tags or companies. Ask for them the highest or the lowest first.';

export const ads = subject({
  tools: ['ad_spend', 'find_ads'],
  examples: [
    'Which ads of {company} spent most in the last 7 days?',
    'What did {company} spend by campaign in the last 28 days?',
    'Compare the spend of all companies yesterday.',
  ],
  on: 'facebook_ad',
  concerns: (question) =>
    question.has('noun', 'spend', 'spend_moved', 'part') ||
    (question.has('money') && question.free('group').length > question.free('group', 'company').length),
  labels: {
    ad_type: labelled({ enum: ['video', 'image', 'carousel', 'collection', 'story'] }, { image: 'picture, photo' }),
  },
  words: `
    noun: ad, advert, advertisement, advertising, facebook ad, meta ad, creative
    part campaign: campaign
    part ad_set: ad set, adset
    group one: ad, advert, spender
    group campaign: campaign
    group ad_set: ad set, adset
    group type: type, ad type, format, kind
    group tag: tag
    spend: how much went, money went, spend, spent, spending, spender, adspend, ad spend, funded, money sink
    money: budget, paying, paid, pay, money, cash, cost, expensive, expense, burn, burned, invest, invested, dollar, usd, blow, blew
    spent unknown: no the spend, spend is unknown, unknown spend, spend is no known, no known spend, spend unknown, unknown, no spend data
    spent none: spent nothing, no spend, zero spend, spend nothing, spending nothing, no spent, no spent a cent, no spend a cent, no spending
    spend_moved: spend moved, spend has moved, spend changed, spend has changed, spend that moved
    days 1: 1d, last {n}, past {n}
    days 7: 7d
    days 14: 14d
    days 28: 28d
    detail: run, running, exist, use, live, performing, facebook, meta, fb, audience, anything
  `,
  read(question, before): Reading {
    const days = question.take('yesterday') ? 1 : question.pickNumber('days');
    const period = PERIODS[days ?? 0];
    const isOther = question.take('ago', 'today', 'elsewhen', 'date') || (days !== undefined && !period);
    const types = new Set(question.free('ad_type').map(({ text }) => text));
    const isNamed = question.has('unknown', 'quoted');
    const tags = question.tags();
    const [untagged, spend_moved, spent] = [
      question.take('untagged'),
      question.take('spend_moved'),
      question.pick('spent'),
    ];
    const [min_spend, max_spend] = [question.pickNumber('min'), question.pickNumber('max')];
    const limit = question.limit();
    const isOfTypes = types.size > 1 && question.free('of company').length < 2 && question.take('compare', 'than');
    if (isOfTypes) question.take('ad_type');
    const isAsked = question.has('rank', 'spend', 'money');
    const isEach = question.has('of company');
    const { companies, each } = companiesAsked(question, before);
    const group = question.group(isAsked, isNamed ? ['campaign', 'ad_set'] : []);
    const part = question.pick('part');
    const ad_type = question.pick('ad_type');
    const isCount = question.take('count');
    const rank = question.pick('rank');
    const ofAds = question.take('noun') || group === 'one';
    const ofSpend = question.take('spend', 'money');
    const isTotal = question.take('total', 'average') && !isCount;
    question.take('now', 'much', 'detail');
    const unknown = question.unknownCompany();
    const text = question.searchText(['noun', 'part', 'spend']);
    if (isOther) return { says: OTHER_DAYS };
    const ofPart = text === undefined ? part : undefined;
    const by = group && group !== 'one' ? group : isOfTypes ? 'type' : (ofPart ?? (each ? 'company' : undefined));
    const isBySpend = spent !== undefined || min_spend !== undefined || max_spend !== undefined;
    if (by && isBySpend) return { says: ONE_AD_ALONE };
    const hasSpent = (isCount && ofAds && ofSpend && !isBySpend) || (!by && rank === 'least');
    const { by: byBefore, ...filter } = argsOver(before, {
      ...{
        companies: unknown ?? companies,
        period,
        ad_type,
        ...tags,
        untagged,
        spend_moved,
        min_spend,
        max_spend,
        limit,
      },
      ...{ order: rank, spend: spent ?? (hasSpent ? 'some' : undefined), [part ?? 'search']: text },
    });
    if (each && !isEach) delete filter['companies'];
    if (by) return { tool: 'ad_spend', args: { ...filter, by } };
    const isSingle = (group === 'one' && !isTotal) || isCount || spend_moved;
    if (isSingle || (ofAds && (rank || (!ofSpend && !isTotal && !before?.tool))))
      return { tool: 'find_ads', args: filter };
    if ((ofSpend && ofAds) || isTotal) return { tool: 'ad_spend', args: filter };
    const tool = before?.tool || (rank ? 'find_ads' : 'ad_spend');
    return { tool, args: tool === 'ad_spend' && byBefore !== undefined ? { ...filter, by: byBefore } : filter };
  },
});
