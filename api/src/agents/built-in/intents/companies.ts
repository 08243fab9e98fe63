/** Questions about companies themselves: how many, and what is kept about one. */
import { AVERAGE, HOW_MANY, HOW_MUCH, LEAST, MOST } from '../lexicon/asking';
import { phrases } from '../lexicon/phrases';
import { COMPANIES } from '../lexicon/subjects';
import { argsOver, type Intent, type Reading } from './intent';
import { companiesAsked, orUnknown } from './scope';

const SHIPPING = phrases(
  'shipping cost of an order, shipping cost per order, shipping costs of an order, shipping cost, shipping costs',
  'cost of shipping, shipping per order, shipping of an order, shipping, ship an order, cost to ship',
);
const RATE = phrases(
  'card processing rate, credit card processing rate, processing rate, credit card rate, card rate, card processing',
  'processing fee rate, credit card processing',
);
const FEE = phrases(
  'card fee of an order, card fee per order, per order fee, credit card fee, card fee, credit card fees, card fees, fee per order',
  'fee per transaction, transaction fee, per order card fee',
);
const PLACE = phrases('timezone, time zone, timezones, time zones, clock');
const ADDRESS = phrases(
  'shopify address, shopify url, shopify store, shopify store url, shopify link, store address, store url, shopify site',
  'address, web shop, webshop, shop url, shop address, shopify domain',
);
const WITH = {
  shopify: {
    no: phrases('no shopify, without shopify, not connected to shopify, not have shopify, shopify not connected'),
    yes: phrases('shopify, shopify connected, connected to shopify, with shopify, shopify integration'),
  },
  klaviyo: {
    no: phrases('no klaviyo, without klaviyo, not connected to klaviyo, not have klaviyo, klaviyo not connected'),
    yes: phrases('klaviyo, klaviyo connected, connected to klaviyo, with klaviyo, klaviyo integration'),
  },
} as const;
const ZONES = {
  'America/New_York': phrases('america new york, new york time, new york, eastern, eastern time'),
  'America/Chicago': phrases('america chicago, chicago time, chicago, central time'),
  'America/Denver': phrases('america denver, denver time, denver, mountain time'),
  'America/Los_Angeles': phrases('america los angeles, los angeles time, los angeles, pacific, pacific time'),
} as const;
const ABOUT = phrases(
  'tell me about, what do you know about, details of, details about, information on, information about, facts about',
  'everything about, what do we know about, who is, slug, facts, details',
);
const DETAILS = phrases(
  'pays, pay, paid, set up',
  'have, connected, connection, set, integration, order, orders, cost, costs, an order, per order, rate, names, located, live',
);

export const companies: Intent = {
  tools: ['find_companies'],
  examples: [
    'What is the average shipping cost of an order at {company}?',
    'How many companies do we look after?',
    'Which companies have no Klaviyo?',
  ],
  concerns: (question) =>
    (question.names.companies.length > 0 && question.has(ABOUT)) ||
    [SHIPPING, RATE, FEE, PLACE, ADDRESS, COMPANIES, WITH.klaviyo.yes, WITH.shopify.yes].some((words) =>
      question.has(words),
    ),
  read(question, before): Reading {
    const [ofShipping, ofRate] = [question.take(SHIPPING), question.take(RATE)];
    [ABOUT, FEE, PLACE, ADDRESS].forEach((words) => question.take(words));
    const limit = question.limit(COMPANIES);
    const isAll = question.take(COMPANIES) && !question.names.companies.length;
    const { companies: named } = companiesAsked(question, before);
    const shopify = question.pick({ no: WITH.shopify.no, yes: WITH.shopify.yes });
    const klaviyo = question.pick({ no: WITH.klaviyo.no, yes: WITH.klaviyo.yes });
    const timezone = question.pick(ZONES);
    const [isLeast, isMost] = [question.take(LEAST), question.take(MOST)];
    const by = ofShipping ? 'shipping' : ofRate ? 'rate' : null;
    [HOW_MANY, HOW_MUCH, AVERAGE, DETAILS].forEach((words) => question.take(words));
    const asked = orUnknown({ companies: isAll ? undefined : named, each: false }, question);
    const args = argsOver(before, {
      ...{ companies: asked, timezone, limit },
      order: by && (isMost ? `highest_${by}` : isLeast ? `lowest_${by}` : undefined),
    });
    if (isAll) delete args['companies'];
    // Whether one company has it is among its facts.
    const isFilter = !asked;
    return {
      tool: 'find_companies',
      args: {
        ...args,
        ...(isFilter && shopify && { has_shopify: shopify === 'yes' }),
        ...(isFilter && klaviyo && { has_klaviyo: klaviyo === 'yes' }),
      },
    };
  },
};
