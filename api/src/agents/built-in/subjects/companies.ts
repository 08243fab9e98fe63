/** Questions about companies themselves: how many, and what is kept about one. */
import { companyListQuery } from 'contract/company/companies';
import { labelled } from '../lexicon';
import { argsOver, companiesAsked, flagsIn, subject } from './subject';

const { timezone, has_shopify, has_klaviyo } = companyListQuery.properties;

export const companies = subject({
  tools: ['find_companies'],
  examples: [
    'What is the average shipping cost of an order at {company}?',
    'How many companies do we look after?',
    'Which companies have no Klaviyo?',
  ],
  concerns: (question) =>
    question.has('of', 'fact', 'has_shopify', 'has_klaviyo') ||
    question.free('group', 'company').length > 0 ||
    (question.has('of company') && question.has('about')),
  labels: {
    has_shopify: labelled(has_shopify, { true: 'shopify', false: 'no connected to shopify' }),
    has_klaviyo: labelled(has_klaviyo, { true: 'klaviyo', false: 'no connected to klaviyo' }),
    timezone: labelled(timezone, {
      'America/New_York': 'new york, eastern',
      'America/Chicago': 'chicago, central time',
      'America/Denver': 'denver, mountain time',
      'America/Los_Angeles': 'los angeles, pacific',
    }),
  },
  words: `
    of shipping: shipping cost, cost of shipping, shipping, ship
    of rate: card processing rate, processing rate, card rate, card processing
    fact: card fee, order fee, fee per order, transaction fee, timezone, time zone, clock, shopify address, shopify url, shopify store,
      store address, store url, shop url, shop address, address, web shop
    about: tell me about, what do you know about, what do we know about, everything about, information about, detail, fact, slug, who is
    detail: pay, paid, set up, connected, connection, integration, order, cost, per order, located, live, credit, time, rate
  `,
  read(question, before) {
    const of = question.pick('of');
    question.take('about', 'fact');
    const limit = question.limit();
    const isNamed = question.has('of company');
    const { companies: asked, each } = companiesAsked(question, before);
    const isAll = question.takeGroup('company') && !isNamed;
    const rank = question.pick('rank');
    const flags = flagsIn(question, 'has_shopify', 'has_klaviyo');
    question.take('count', 'much', 'average', 'detail');
    const unknown = question.unknownCompany();
    const named = unknown ?? asked;
    const order = of && rank && `${rank === 'most' ? 'highest' : 'lowest'}_${of}`;
    const args = argsOver(before, {
      companies: isAll ? undefined : named,
      timezone: question.pick('timezone'),
      limit,
      order,
    });
    if (isAll || (each && !isNamed)) delete args['companies'];
    // Whether one company has it is among its facts.
    return { tool: 'find_companies', args: named ? args : { ...args, ...flags } };
  },
});
