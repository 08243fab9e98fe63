/** Questions about companies themselves: how many, and what is kept about one. */
import { findCompanies } from '../../tools/companies';
import { argsOver, subject } from './subject';

export const companies = subject({
  tools: ['find_companies'],
  inputs: findCompanies.input.properties,
  concerns: (question) =>
    question.has('fact', 'of', 'has_shopify', 'has_klaviyo', 'every') ||
    question.values('group').includes('company') ||
    (question.has('company') && question.has('named')),
  words: `
    of shipping: shipping cost, cost of shipping, shipping
    of rate: card processing rate, processing rate, card rate
    fact: card fee, timezone, time zone, shopify address, shopify url, store address
    timezone America/New_York: new york
    timezone America/Chicago: chicago
    timezone America/Denver: denver
    timezone America/Los_Angeles: los angeles
    detail: order, cost, per order, time, average, after
  `,
  callOf(question, said, before) {
    const isAll = question.take('group', 'every');
    const isOne = question.take('fact', 'named') || said['companies'] !== undefined;
    const of = question.value('of');
    const rank = of === undefined ? undefined : question.value('rank');
    const order = rank && `${rank === 'most' ? 'highest' : 'lowest'}_${of}`;
    // Whether one company has it is among its facts.
    const { has_shopify, has_klaviyo, by: _, ...filter } = said;
    const has = isOne && !isAll ? {} : { has_shopify, has_klaviyo };
    const companies = isAll && said['companies'] === undefined ? null : said['companies'];
    return { tool: 'find_companies', args: argsOver(before, { ...filter, ...has, order, companies }) };
  },
});
