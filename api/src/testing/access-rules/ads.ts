import type { ResourceType } from 'contract/tags';
import type { Db, Rules } from './rule';

const adManagers = { may: ['AdManager'] } as const;
const tagWriters = { may: ['AdManager', 'SocialMediaManager'] } as const;
const newAd = async (db: Db, company_id: number) => {
  const { id } = await db
    .insertInto('facebook_ads')
    .values({ company_id, ad_identifier: '1', ad_name: 'Ad' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, tag: 'sale' };
};
const taggedAd = async (db: Db, companyId: number) => {
  const { id, tag } = await newAd(db, companyId);
  const tagId = (await newTag(db, companyId)).id;
  await db
    .insertInto('tag_uses')
    .values({ resource_type: 'facebook_ad', company_id: companyId, resource_id: id, tag_id: tagId })
    .execute();
  return { id, tag };
};
export const newTag = (db: Db, company_id: number, resource_type: ResourceType = 'facebook_ad') =>
  db
    .insertInto('tags')
    .values({ company_id, resource_type, name: 'sale', name_key: 'sale' })
    .returning('id')
    .executeTakeFirstOrThrow();
export const someTags = () => ({ resource_ids: [1], tag_names: ['sale'] });

const ofRule = {
  ...adManagers,
  success: 200,
  record: (db: Db, company_id: number) =>
    db
      .insertInto('naming_rules')
      .values({
        company_id,
        name: 'Any',
        pattern: '{product}',
        last_run_at: null,
        last_run_count: null,
        updated_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
};

export const adRules: Rules = {
  'GET /api/tags': { may: 'signed in', success: 200, query: (id) => `?company_id=${id}`, stranger: 404 },
  'GET /api/tags/stats': { may: 'signed in', success: 200, query: (id) => `?company_id=${id}`, stranger: 404 },
  'GET /api/tags/by-name': {
    may: 'signed in',
    success: 200,
    query: (id) => `?company_id=${id}&resource_types=facebook_ad`,
    stranger: 404,
  },
  'POST /api/tags': {
    may: ['AdManager'],
    success: 201,
    body: (company_id) => ({ company_id, name: 'sale', resource_type: 'facebook_ad' }),
    stranger: 404,
  },
  'POST /api/tags/merge': {
    ...tagWriters,
    success: 404,
    body: (company_id) => ({ company_id, from_tag: 'sale', to_tag: 'offer' }),
  },
  'POST /api/tags/:id/rename': {
    may: ['AdManager'],
    success: 200,
    record: (db, id) => newTag(db, id),
    body: () => ({ name: 'offer' }),
  },
  'DELETE /api/tags/:id': { may: ['AdManager'], success: 204, record: (db, id) => newTag(db, id) },
  'GET /api/facebook-ads': {
    may: 'signed in',
    success: 200,
    query: (id) => `?company_id=${id}`,
    stranger: 404,
  },
  'GET /api/facebook-ads/ids': {
    may: 'signed in',
    success: 200,
    query: (id) => `?company_id=${id}`,
    stranger: 404,
  },
  'GET /api/facebook-ads/pictures': { may: 'signed in', success: 200, query: () => '?ids=1' },
  'GET /api/facebook-ads/:id': { may: 'signed in', success: 200, record: newAd },
  'GET /api/facebook-ads/:id/preview': { may: 'signed in', success: 200, record: newAd },
  'GET /api/facebook-ads/:id/days': { may: 'signed in', success: 200, record: newAd },
  'GET /api/facebook-ads/trends': {
    may: 'signed in',
    success: 200,
    query: (id) => `?company_id=${id}&ids=1`,
    stranger: 404,
  },
  'GET /api/facebook-ads/spend': {
    may: 'signed in',
    success: 200,
    query: (id) => `?company_id=${id}&by=day`,
    stranger: 404,
  },
  'GET /api/facebook-ads/selection': { ...adManagers, success: 200 },
  'POST /api/facebook-ads/selection': { ...adManagers, success: 200, body: () => ({ action: 'clear' }) },
  'POST /api/facebook-ads/export': {
    ...adManagers,
    success: 200,
    body: (company_id) => ({ company_id }),
    stranger: 404,
  },
  // Without a connection and without an ad of this id.
  'POST /api/facebook-ads/refresh': { ...adManagers, success: 404, body: () => ({ ad_ids: [1_000_000] }) },
  'GET /api/facebook-ads/:id/tags': { may: 'signed in', success: 200, record: newAd },
  'PUT /api/facebook-ads/:id/tags': { ...adManagers, success: 200, record: newAd, body: () => ({ tags: [] }) },
  'POST /api/facebook-ads/:id/tags': {
    ...adManagers,
    success: 200,
    record: newAd,
    body: () => ({ tag_name: 'sale' }),
  },
  'DELETE /api/facebook-ads/:id/tags/:tag': { ...adManagers, success: 204, record: taggedAd },
  'POST /api/facebook-ads/tags/bulk/add': { ...adManagers, success: 200, body: someTags },
  'POST /api/facebook-ads/tags/bulk/remove': { ...adManagers, success: 200, body: someTags },
  'GET /api/naming-rules': { ...adManagers, success: 200 },
  'GET /api/naming-rules/ids': { ...adManagers, success: 200 },
  'GET /api/naming-rules/preview': {
    ...adManagers,
    success: 200,
    query: (id) => `?company_id=${id}&pattern=%7Bproduct%7D`,
    stranger: 404,
  },
  'POST /api/naming-rules': {
    ...adManagers,
    success: 201,
    body: (company_id) => ({ company_id, name: 'Any', pattern: '{product}' }),
    stranger: 404,
  },
  'GET /api/naming-rules/:id': ofRule,
  'PATCH /api/naming-rules/:id': { ...ofRule, body: () => ({ name: 'Other' }) },
  'DELETE /api/naming-rules/:id': { ...ofRule, success: 204 },
  'POST /api/naming-rules/:id/apply': ofRule,
  'POST /api/facebook-ads/bulk/import': {
    ...adManagers,
    success: 200,
    body: (company_id) => ({ company_id, file: 'ads.csv', records: [{ ad_identifier: '1' }] }),
    stranger: 404,
  },
};
