// The writers of the kill rounds, one of each kind of change that the console knows.
import { setTimeout as wait } from 'node:timers/promises';
import { conversation } from './chat.mjs';
import { deletedCosts, savedCosts } from './costs.mjs';
import { labelled, made, overwritten } from './ledger.mjs';

const PAGE = 100;
const TERMS = 20;
const LOGO = 'https://logos.example/a.png';

/** Makes the writers over the demonstration data; answers them by name, each `{ name, write, check }`. */
export async function makeWriters(caller) {
  const { companies } = await caller.must('GET', '/users/me');
  const company = companies[0].id;
  const list = async (noun, of = company) =>
    (await caller.must('GET', `/${noun}?company_id=${of}&page_size=${PAGE}`)).items;
  const idsIn = async (noun) => (await list(noun)).map(({ id }) => id).sort((a, b) => a - b);
  const variants = await idsIn('product-variants');
  const ads = (await idsIn('facebook-ads')).slice(0, 20);
  const posts = (await idsIn('social-media-posts')).slice(0, 30);
  const [edited, saved, deleted, ...others] = variants;
  const [fielded, overridden] = [others.slice(0, 40), others.slice(40, 80)];
  const knowledge = (await caller.must('GET', '/knowledge')).items[0];
  const agent = (await caller.must('GET', '/agent-definitions')).items[0];
  if (overridden.length === 0 || ads.length < 20 || posts.length < 3)
    throw new Error('The demonstration data is missing.');

  const field = (noun, ids, name) => async (asking) => {
    const items = [];
    for (let page = 1; page === 1 || items.length % PAGE === 0; page += 1) {
      const found = await asking.must('GET', `/${noun}?company_id=${company}&page_size=${PAGE}&page=${page}`);
      items.push(...found.items);
      if (items.length >= found.total) break;
    }
    return items.filter(({ id }) => ids.includes(id)).map((item) => item[name]);
  };
  const one = (where, name) => async (asking) => [(await asking.must('GET', where))[name]];

  return [
    overwritten('company edited', {
      send: (asking, name) => asking.ask('PATCH', `/companies/${company}`, { name }),
      read: one(`/companies/${company}`, 'name'),
    }),
    made('company made', {
      // Slowly, so that hundreds of rounds do not make a list of tens of thousands.
      send: async (asking, slug) => {
        await wait(20);
        return asking.ask('POST', '/companies', { name: slug, slug, logo_url: LOGO, timezone: 'America/Chicago' });
      },
      count: async (asking, slug, body) => {
        if (!body) return 0;
        return (await asking.must('GET', `/companies/${body.id}`)).slug === slug ? 1 : 0;
      },
      forget: async (asking, bodies) => {
        const ids = bodies.map(({ id }) => id);
        if (ids.length) await asking.must('POST', '/companies/bulk/delete', { ids, confirm: true });
      },
    }),
    overwritten('variant edited', {
      send: (asking, value) => asking.ask('PATCH', `/product-variants/${edited}`, { override_product_name: value }),
      read: one(`/product-variants/by-id/${edited}`, 'override_product_name'),
    }),
    overwritten('a field of variants', {
      send: (asking, field_value) =>
        asking.ask('POST', '/product-variants/bulk/update-field', {
          company_id: company,
          variant_ids: fielded,
          field_name: 'override_product_name',
          field_value,
          confirm: true,
        }),
      read: field('product-variants', fielded, 'override_product_name'),
    }),
    overwritten('overrides of variants', {
      send: (asking, value) =>
        asking.ask('POST', '/product-variants/bulk/update-overrides', {
          company_id: company,
          updates: overridden.map((id) => ({ id, override_product_variant_name: value })),
          confirm: true,
        }),
      read: field('product-variants', overridden, 'override_product_variant_name'),
    }),
    savedCosts(saved),
    deletedCosts(deleted),
    labelled('tags of ads', {
      size: ads.length,
      add: (asking, tag) => asking.ask('POST', '/facebook-ads/tags/bulk/add', bulkTags(company, ads, tag)),
      remove: (asking, tag) => asking.ask('POST', '/facebook-ads/tags/bulk/remove', bulkTags(company, ads, tag)),
      carried: async (asking) => countOf((await field('facebook-ads', ads, 'tags')(asking)).flat()),
    }),
    overwritten("a post's tags", {
      send: (asking, tag) => asking.ask('PUT', `/social-media-posts/${posts[0]}/tags`, { tags: [tag] }),
      read: async (asking) => (await asking.must('GET', `/social-media-posts/${posts[0]}/tags`)).tags,
    }),
    overwritten('the status of posts', {
      send: (asking, status_message) =>
        asking.ask('POST', '/social-media-posts/bulk/update-status', {
          company_id: company,
          ids: posts,
          new_status: 'active',
          status_message,
          confirm: true,
        }),
      read: field('social-media-posts', posts, 'status_message'),
    }),
    made('search terms', {
      whole: TERMS,
      send: (asking, key) =>
        asking.ask('POST', '/social-media-search-terms/bulk/create', {
          company_id: company,
          platform: 'youtube',
          search_terms: Array.from({ length: TERMS }, (_, at) => `${key} term ${at}`),
        }),
      count: async (asking, key) => {
        const search = encodeURIComponent(`${key} term`);
        return (await asking.must('GET', `/social-media-search-terms?company_id=${company}&search=${search}`)).total;
      },
    }),
    overwritten('knowledge', {
      send: (asking, content) => asking.ask('PATCH', `/knowledge/${knowledge.id}`, { content }),
      read: one(`/knowledge/${knowledge.id}`, 'content'),
    }),
    overwritten('an agent', {
      send: (asking, value) =>
        asking.ask('PUT', `/agent-definitions/${agent.id}`, { slug: agent.slug, system_prompt: `Answer in ${value}.` }),
      read: async (asking) => {
        const { system_prompt } = await asking.must('GET', `/agent-definitions/${agent.id}`);
        return [/^Answer in (.*)\.$/s.exec(system_prompt)?.[1] ?? null];
      },
    }),
    conversation(),
  ];
}

const bulkTags = (company_id, resource_ids, tag) => ({ company_id, resource_ids, tag_names: [tag], confirm: true });

const countOf = (names) => {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};
