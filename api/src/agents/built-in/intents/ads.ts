/** Questions about Facebook ads and what they spent. */
import { phrases } from '../lexicon/phrases';
import { AVERAGE, COMPARE, HOW_MANY, HOW_MUCH, LEAST, MORE_OR_LESS, MOST, TOTAL } from '../lexicon/asking';
import { spendPeriod } from '../lexicon/days';
import { ADS, CERTAINLY_SPEND, COMPANIES, FACEBOOK } from '../lexicon/subjects';
import type { Question } from '../question';
import { GROUP_NOUNS, groupBehindBy, groupIn } from '../groups';
import { amountsIn, searchText, tagsIn } from '../mentions';
import { argsOver, type Call, type Intent, type Reading } from './intent';
import { companiesAsked, orUnknown } from './scope';

const AUDIENCE = phrases('audience, audiences');
const ONE_AD = phrases(
  'which ad, which ads, what ad, what ads, top ads, top ad, which advert, which adverts, list ads',
  'single ads, by ad, per ad, each ad, which video ad, which video ads, show ads, individual ads',
  'spender, spenders',
);
const SPEND = phrases(
  'spend, spent, spending, spends, spender, spenders, ad spend, adspend, budget, paying, paid, pay',
  'money, cash, funded, cost, costs, expensive, expenditure, expenses, outlay, burn, burned, burnt, invest',
  'invested, dollars, usd, spendings, investment, blow, blew, blown, money sink, money sinks',
);
const CAMPAIGN = phrases('campaign, campaigns');
const AD_SET = phrases('ad set, ad sets, adset, adsets');
const GROUPS = { campaign: CAMPAIGN, ad_set: AD_SET, type: GROUP_NOUNS.type, tag: GROUP_NOUNS.tag } as const;
const TYPES = {
  video: phrases('video, videos'),
  image: phrases('image, images, picture, pictures, photo, photos'),
  carousel: phrases('carousel, carousels'),
  collection: phrases('collection, collections'),
  story: phrases('story, stories'),
} as const;
const UNTAGGED = phrases(
  'untagged, no tags, no tag, without tags, without any tags, without any tag, without a tag',
  'not tagged at all, not tagged',
);
const SPENT = {
  unknown: phrases(
    'not know the spend, not know what they spent, spend is unknown, unknown spend, spend is not known',
    'no known spend, missing spend, without spend data, no spend data, without known spend, unknown',
    'spend unknown, without a spend, no spend figure',
  ),
  none: phrases(
    'spent nothing, no spend, without spend, zero spend, spend nothing, nothing spent, did not spend',
    'not spend, not spent anything, spent zero, without any spend, not spending, spending nothing',
    'not spent a cent, not spend a cent, not spent a penny, not spend a penny, not spend anything',
  ),
} as const;
const MOVED = phrases('spend moved, spend has moved, spend changed, spend has changed, moved spend, spend that moved');
const DETAILS = phrases('run, running, runs, get, gets, exist, use, uses, live, type, types, kind, performing');

/** What a wanted number of rows stands before. */
const COUNTED = [ADS, MOST, LEAST, CAMPAIGN, AD_SET, GROUPS.tag, GROUPS.type, COMPANIES, ...Object.values(TYPES)];

const OTHER_DAYS =
  'Spend is known for yesterday and for the last 7, 14 or 28 days only, each up to yesterday. I cannot tell it for other days.';

const ONE_AD_ALONE =
  'I can choose single ads by what they spent, but not campaigns, ad sets, types, tags or companies. Ask for them the highest or the lowest first.';

export const ads: Intent = {
  tools: ['ad_spend', 'find_ads'],
  examples: [
    'Which ads of {company} spent most in the last 7 days?',
    'What did {company} spend by campaign in the last 28 days?',
    'Compare the spend of all companies yesterday.',
  ],
  concerns: (question) =>
    question.has(ADS) ||
    question.has(CERTAINLY_SPEND) ||
    question.has(CAMPAIGN) ||
    question.has(AD_SET) ||
    (question.has(SPEND) && [GROUPS.tag, GROUPS.type].some((words) => question.has(words))),
  read(question, before): Reading {
    const { period, isOther } = spendPeriod(question);
    const spend_moved = question.take(MOVED);
    const unknownOrNone = question.pick(SPENT);
    const limit = question.limit(...COUNTED);
    const isAsked = [MOST, LEAST, SPEND].some((words) => question.has(words));
    const tags = tagsIn(question, 'facebook_ad', CAMPAIGN, AD_SET);
    const untagged = question.take(UNTAGGED);
    const { min, max } = amountsIn(question);
    const ofTypes = comparesTypes(question);
    const asked = companiesAsked(question, before);
    const isNamed = question.unknownRuns().length > 0 || question.hasQuotes;
    const group = isNamed
      ? (groupIn(question, { type: GROUPS.type, tag: GROUPS.tag }, isAsked) ??
        groupBehindBy(question, { campaign: CAMPAIGN, ad_set: AD_SET }))
      : groupIn(question, GROUPS, isAsked);
    const ofAdSet = question.take(AD_SET);
    // 'Which video ads' are single ones of a type.
    const oneAd = question.has(ONE_AD);
    const ad_type = question.pick(TYPES);
    question.take(ONE_AD);
    const isCount = question.take(HOW_MANY);
    const least = question.take(LEAST);
    const most = question.take(MOST);
    const ofCampaign = question.take(CAMPAIGN);
    const ofSpend = [CERTAINLY_SPEND, SPEND].map((words) => question.take(words)).some(Boolean);
    const ofAds = question.take(ADS);
    const isTotal = question.take(TOTAL) && !isCount;
    const isAverage = question.take(AVERAGE);
    [HOW_MUCH, DETAILS, FACEBOOK].forEach((words) => question.take(words));
    const companies = orUnknown(asked, question);
    const text = searchText(question, [ADS, CAMPAIGN, AD_SET, AUDIENCE, CERTAINLY_SPEND]);
    question.take(AUDIENCE);
    if (isOther) return { says: OTHER_DAYS };
    const by = group ?? ofTypes ?? groupNamed(text, ofCampaign, ofAdSet) ?? (asked.each ? 'company' : undefined);
    const isBySpend = unknownOrNone !== undefined || min !== undefined || max !== undefined;
    if (by && isBySpend) return { says: ONE_AD_ALONE };
    const isSpender = isCount && ofAds && ofSpend && !isBySpend;
    const filter = {
      companies,
      period,
      ad_type,
      ...tags,
      untagged,
      spend: unknownOrNone ?? (!by && (isSpender || least) ? 'some' : undefined),
      spend_moved,
      min_spend: min,
      max_spend: max,
      [ofCampaign ? 'campaign' : ofAdSet ? 'ad_set' : 'search']: text,
      limit,
      order: least ? 'least' : most ? 'most' : undefined,
    };
    const args = argsOver(before, filter);
    if (asked.companies === undefined && !question.names.companies.length && asked.each) delete args['companies'];
    return callOf({
      before,
      args,
      by,
      oneAd: oneAd && !isAverage,
      isCount: isCount || spend_moved,
      isTotal: isTotal || isAverage,
      isRanked: most || least,
      ofAds,
      ofSpend,
    });
  },
};

/** 'More on image or video': the types beside each other. */
function comparesTypes(question: Question): 'type' | undefined {
  const named = Object.values(TYPES).filter((words) => question.has(words));
  if (named.length < 2 || question.names.companies.length > 1) return undefined;
  if (![MORE_OR_LESS, COMPARE].some((words) => question.has(words))) return undefined;
  [...named, MORE_OR_LESS, COMPARE].forEach((words) => question.take(words));
  return 'type';
}

/** Campaigns or ad sets that are asked for without the name of one. */
const groupNamed = (text: string | undefined, ofCampaign: boolean, ofAdSet: boolean) =>
  text !== undefined ? undefined : ofCampaign ? 'campaign' : ofAdSet ? 'ad_set' : undefined;

interface Said {
  readonly before: Call | null;
  readonly args: Record<string, unknown>;
  readonly by: string | undefined;
  readonly oneAd: boolean;
  readonly isCount: boolean;
  readonly isTotal: boolean;
  readonly isRanked: boolean;
  readonly ofAds: boolean;
  readonly ofSpend: boolean;
}

/** Single ads are found, everything else is added up. */
function callOf({ before, args, by, oneAd, isCount, isTotal, isRanked, ofAds, ofSpend }: Said): Reading {
  const { by: byBefore, ...filter } = args;
  if (by) return { tool: 'ad_spend', args: { ...filter, by } };
  const isSingle = oneAd || isCount || (ofAds && (isRanked || (!ofSpend && !isTotal && !before?.tool)));
  if (isSingle) return { tool: 'find_ads', args: filter };
  if ((ofSpend && ofAds) || isTotal) return { tool: 'ad_spend', args: filter };
  const tool = before?.tool || (isRanked ? 'find_ads' : 'ad_spend');
  return { tool, args: tool === 'ad_spend' && byBefore !== undefined ? args : filter };
}
