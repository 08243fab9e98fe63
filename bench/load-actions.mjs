// The actions of the load: 70 % lists, 15 % edits, 5 % bulk actions, 10 % messages to an agent.
import { call } from './service.mjs';

const VARIANTS = [
  '',
  'page=200',
  'sort_by=-last_synced_at',
  'is_active=false&sort_by=display_product_name',
  'cached_product_name=cotton',
  'cached_product_name=abc12',
  'sales_channel=amazon&sort_by=-updated_at',
];
const ADS = [
  '',
  'page=100&sort_by=cached_spend_last_28d',
  'search=summer&min_spend_7d=100',
  'include_tags=tag%201&include_tags=tag%202&exclude_tags=tag%203',
  'search=abc12',
  'campaign_name=campaign%2017&sort_by=cached_ad_name',
];
const POSTS = [
  '',
  'sort_by=-cached_play_count',
  'platform=tiktok&status=active',
  'search=matcha&tagged_with=tag3&not_tagged_with=tag4',
  'search=abc12',
  'not_tagged_with=tag3',
];
const LISTS = [
  ['product-variants', VARIANTS],
  ['facebook-ads', ADS],
  ['social-media-posts', POSTS],
];

/**
 * The next action of a person, the same in each run: its `kind`, what has to be known before (`prepare`), and `run`, which
 * is handed that. Both throw for what is no success.
 */
export function actionOf(person, turn, { url, company }) {
  const dice = diceOf(person.at * 100_003 + turn);
  const context = { url, company, dice, person };
  const draw = dice(100);
  if (draw < 70) return list(context);
  if (draw < 85) return edit(context);
  if (draw < 90) return bulk(context);
  // A person has two answers at once at most; who waits for two looks at a list.
  return person.writing < 2 ? chat(context) : list(context);
}

/** Numbers from 0 below a limit, the same for the same seed. */
function diceOf(seed) {
  let state = (seed * 2_654_435_761) >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const pick = (dice, choices) => choices[dice(choices.length)];

function list({ url, company, dice, person }) {
  const [path, queries] = pick(dice, LISTS);
  const query = pick(dice, queries);
  return { kind: 'list', run: () => call(`${url}/${path}?company_id=${company.id}&${query}`, { token: person.token }) };
}

/** The ids on a page somewhere in a list. */
async function idsOf({ url, company, person, dice }, path, count) {
  const { items } = await call(`${url}/${path}?company_id=${company.id}&page_size=100&page=${1 + dice(5)}`, {
    token: person.token,
  });
  return items.slice(0, count).map(({ id }) => id);
}

function edit(context) {
  const { url, dice, person } = context;
  const [path, body] = pick(dice, [
    ['product-variants', { override_product_name: `Edited ${dice(1000)}` }],
    ['social-media-posts', { status: pick(dice, ['pending', 'active', 'inactive']) }],
  ]);
  return {
    kind: 'edit',
    prepare: () => idsOf(context, path, 100),
    run: (ids) => call(`${url}/${path}/${pick(dice, ids)}`, { method: 'PATCH', token: person.token, body }),
  };
}

function bulk(context) {
  const { url, company, dice, person } = context;
  const company_id = company.id;
  const [path, action, body] = pick(dice, [
    [
      'product-variants',
      'bulk/update-field',
      (ids) => ({
        company_id,
        variant_ids: ids,
        field_name: 'is_active',
        field_value: dice(2) === 0,
        confirm: true,
      }),
    ],
    ['social-media-posts', 'bulk/update-status', (ids) => ({ company_id, ids, new_status: 'active', confirm: true })],
    ['facebook-ads', 'tags/bulk/add', (ids) => ({ company_id, resource_ids: ids, tag_names: [`load ${dice(20)}`] })],
  ]);
  return {
    kind: 'bulk',
    prepare: () => idsOf(context, path, 50),
    run: (ids) => call(`${url}/${path}/${action}`, { token: person.token, body: body(ids) }),
  };
}

/** A message in a conversation of its own, read to the end of the answer. */
function chat({ url, person }) {
  return {
    kind: 'chat',
    run: async () => {
      person.writing += 1;
      try {
        const { token } = person;
        const { tab_id } = await call(`${url}/agents/session/create`, { token, method: 'POST' });
        await call(`${url}/agents/select`, { token, body: { agent: 'customer-support', tab_id } });
        const response = await fetch(`${url}/agents/message`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ tab_id, message: 'How are frozen fish and living plants shipped in winter?' }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${response.status} ${text}`);
        if (!text.includes('"type":"done"')) throw new Error(`The answer has no end: ${text.slice(-200)}`);
      } finally {
        person.writing -= 1;
      }
    },
  };
}
