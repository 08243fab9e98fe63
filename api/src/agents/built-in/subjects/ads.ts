/** Questions about Facebook ads and what they spent. */
import { adSpend } from '../../tools/ads';
import { argsOver, subject } from './subject';

const PERIODS: Readonly<Record<number, string>> = { 1: '1d', 7: '7d', 14: '14d', 28: '28d' };
const OTHER_DAYS =
  'Spend is known for yesterday and for the last 7, 14 or 28 days only, each up to yesterday. I cannot tell it for other days.';
const ONE_AD_ALONE =
  'I can choose single ads by what they spent, but not campaigns, ad sets, types, tags or companies. Ask for them the highest or the lowest first.';

export const ads = subject({
  tools: ['ad_spend', 'find_ads'],
  inputs: adSpend.input.properties,
  on: 'facebook_ad',
  concerns: (question) =>
    question.has('noun', 'spent', 'spend_moved', 'part') ||
    (question.has('money') && question.values('group').some((group) => group !== 'company')),
  words: `
    noun: ad, advert, advertisement, facebook ad, creative, spender
    part campaign: campaign
    part ad_set: ad set, adset
    group ad_set: adset
    group type: ad type, format, kind
    spent: spend, spent, spending, spender, adspend, ad spend, funded
    money: budget, paying, paid, pay, money, cost, expensive, burned, invested
    ad_type video: video
    ad_type image: image, picture, photo
    ad_type carousel: carousel
    ad_type collection: collection
    ad_type story: story
    spend unknown: no know spend, no known spend, spend no known, unknown spend, spend unknown
    spend none: spent no, no spend, no spent, no spent cent, zero spend, spend no
    spend_moved: spend changed
    days 1: 1d
    days 7: 7d
    days 14: 14d
    days 28: 28d
    detail: run, running, facebook, meta
  `,
  callOf(question, said, before) {
    const isBareNumber = before !== null && question.length < 4;
    const days = question.take('yesterday')
      ? 1
      : question.number(isBareNumber && question.has('number') ? 'number' : 'days');
    const isCount = question.has('count');
    const isOfAds = question.has('noun');
    const order = question.value('rank');
    const isOfSpend = question.take('spent', 'money');
    const part = said.by === undefined ? question.value('part') : undefined;
    question.take('part');
    const by = said.by ?? (said[part ?? ''] === undefined ? part : undefined);
    if (question.take('today', 'elsewhen', 'ago', 'date') || (days !== undefined && !PERIODS[days]))
      return { says: OTHER_DAYS };
    const isBySpend = [said['spend'], said['min_spend'], said['max_spend']].some((one) => one !== undefined);
    if (by !== undefined && isBySpend) return { says: ONE_AD_ALONE };
    const isTotal = by === undefined && question.take('total', 'average');
    const isOfSome = (isCount && isOfAds && isOfSpend && !isBySpend) || (by === undefined && order === 'least');
    const args = argsOver(before, {
      ...said,
      by,
      order,
      period: PERIODS[days ?? 0],
      ...(isOfSome && { spend: 'some' }),
    });
    if (by !== undefined) return { tool: 'ad_spend', args };
    const { by: _, ...filter } = args;
    const isSingle = isBySpend || isCount || (isOfAds && order !== undefined) || said['spend_moved'] !== undefined;
    if (isSingle && !isTotal) return { tool: 'find_ads', args: filter };
    if (isTotal || isOfSpend) return { tool: 'ad_spend', args: filter };
    if (before?.tool) return { tool: before.tool, args };
    return { tool: isOfAds || order !== undefined ? 'find_ads' : 'ad_spend', args: filter };
  },
});
