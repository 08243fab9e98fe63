import type { ResourceType } from 'contract/tags';
import { newTag, someTags } from './ads';
import type { Db, Rules } from './rule';

const managers = { may: ['SocialMediaManager'] } as const;
const ofCriteria = {
  ...managers,
  record: (db: Db, company_id: number) =>
    db
      .insertInto('social_media_post_criteria')
      .values({ company_id, description: 'Any', updated_by: null })
      .returning('id')
      .executeTakeFirstOrThrow(),
};
const term = { search_term: 'tea', platform: 'facebook', status: 'active' } as const;
const ofTerm = {
  ...managers,
  record: (db: Db, company_id: number) =>
    db
      .insertInto('social_media_search_terms')
      .values({ ...term, company_id, updated_by: null })
      .returning('id')
      .executeTakeFirstOrThrow(),
  query: (id: number) => `?company_id=${id}`,
};
const termLines = (company_id: number) => ({ company_id, platform: 'facebook', search_terms: ['tea'] });

const profile = { platform: 'tiktok', platform_username: 'tea', status: 'active' } as const;
const newProfile = (db: Db, company_id: number) =>
  db
    .insertInto('social_media_profiles')
    .values({ ...profile, company_id })
    .returning('id')
    .executeTakeFirstOrThrow();
const profiles = (company_id: number) => ({ company_id, profiles: [profile] });
const post = { url: 'https://example.test/1', platform: 'tiktok', status: 'active' } as const;
const newPost = (db: Db, company_id: number) =>
  db
    .insertInto('social_media_posts')
    .values({ ...post, company_id })
    .returning('id')
    .executeTakeFirstOrThrow();
const some = (company_id: number) => ({ company_id, ids: [1], confirm: true });
/** The tag calls of a social media resource. */
const socialTags = (
  path: string,
  resource_type: ResourceType,
  record: (db: Db, companyId: number) => Promise<{ id: number }>,
): Rules => {
  const rule = { ...managers, record, success: 200 };
  const many = { ...managers, success: 200, body: someTags };
  return {
    [`GET /api/${path}/:id/tags`]: rule,
    [`PUT /api/${path}/:id/tags`]: { ...rule, body: () => ({ tags: ['sale'] }) },
    [`POST /api/${path}/:id/tags`]: { ...rule, body: () => ({ tag_name: 'sale' }) },
    [`DELETE /api/${path}/:id/tags/:tag`]: {
      ...rule,
      success: 204,
      record: async (db, company_id) => {
        const { id } = await record(db, company_id);
        const tag = await newTag(db, company_id, resource_type);
        await db
          .insertInto('tag_uses')
          .values({ resource_type, company_id, resource_id: id, tag_id: tag.id })
          .execute();
        return { id, tag: 'sale' };
      },
    },
    [`POST /api/${path}/tags/bulk/add`]: many,
    [`POST /api/${path}/tags/bulk/remove`]: many,
  };
};

export const socialRules: Rules = {
  'GET /api/social-media-post-criteria': { ...managers, success: 200 },
  'GET /api/social-media-post-criteria/ids': { ...managers, success: 200 },
  'GET /api/social-media-post-criteria/:id': { ...ofCriteria, success: 200 },
  'POST /api/social-media-post-criteria': {
    ...managers,
    success: 201,
    body: (company_id) => ({ company_id, description: 'Any' }),
    stranger: 404,
  },
  'PATCH /api/social-media-post-criteria/:id': { ...ofCriteria, success: 200, body: () => ({ description: 'New' }) },
  'DELETE /api/social-media-post-criteria/:id': { ...ofCriteria, success: 204 },

  'GET /api/social-media-search-terms': { ...ofTerm, success: 200, stranger: 404 },
  'GET /api/social-media-search-terms/ids': { ...ofTerm, success: 200, stranger: 404 },
  'GET /api/social-media-search-terms/:id': { ...ofTerm, success: 200 },
  'POST /api/social-media-search-terms': {
    ...managers,
    success: 201,
    body: (company_id) => ({ ...term, company_id }),
    stranger: 404,
  },
  'PUT /api/social-media-search-terms/:id': { ...ofTerm, success: 200, body: () => term },
  'DELETE /api/social-media-search-terms/:id': { ...ofTerm, success: 204 },
  'POST /api/social-media-search-terms/bulk/create': { ...managers, success: 200, body: termLines, stranger: 404 },
  'POST /api/social-media-search-terms/bulk/update-status': {
    ...managers,
    success: 200,
    body: (id) => ({ ...termLines(id), new_status: 'inactive', confirm: true }),
    stranger: 404,
  },

  'GET /api/social-media-profiles': { ...managers, success: 200 },
  'GET /api/social-media-profiles/ids': { ...managers, success: 200 },
  'GET /api/social-media-profiles/:id': { ...managers, success: 200, record: newProfile },
  'POST /api/social-media-profiles': {
    ...managers,
    success: 201,
    body: (company_id) => ({ ...profile, company_id }),
    stranger: 404,
  },
  'PUT /api/social-media-profiles/:id': { ...managers, success: 200, record: newProfile, body: () => profile },
  'PATCH /api/social-media-profiles/:id': { ...managers, success: 200, record: newProfile, body: () => ({}) },
  'DELETE /api/social-media-profiles/:id': { ...managers, success: 204, record: newProfile },
  'POST /api/social-media-profiles/upsert': {
    ...managers,
    success: 201,
    body: (company_id) => ({ ...profile, company_id }),
    stranger: 404,
  },
  'POST /api/social-media-profiles/bulk/create': { ...managers, success: 200, body: profiles, stranger: 404 },
  'POST /api/social-media-profiles/bulk/upsert': { ...managers, success: 200, body: profiles, stranger: 404 },
  'POST /api/social-media-profiles/bulk/update-status': {
    ...managers,
    success: 200,
    body: (id) => ({ ...some(id), new_status: 'error' }),
    stranger: 404,
  },
  'POST /api/social-media-profiles/bulk/delete': { ...managers, success: 200, body: some, stranger: 404 },
  ...socialTags('social-media-profiles', 'social_media_profile', newProfile),

  'GET /api/social-media-posts': { ...managers, success: 200 },
  'GET /api/social-media-posts/ids': { ...managers, success: 200 },
  'GET /api/social-media-posts/:id': { ...managers, success: 200, record: newPost },
  'POST /api/social-media-posts': {
    ...managers,
    success: 201,
    body: (company_id) => ({ ...post, company_id }),
    stranger: 404,
  },
  'PATCH /api/social-media-posts/:id': { ...managers, success: 200, record: newPost, body: () => ({}) },
  'DELETE /api/social-media-posts/:id': { ...managers, success: 204, record: newPost },
  'POST /api/social-media-posts/bulk/create': {
    ...managers,
    success: 200,
    body: (company_id) => ({ company_id, platform: 'tiktok', urls: [post.url] }),
    stranger: 404,
  },
  'POST /api/social-media-posts/bulk/update-status': {
    ...managers,
    success: 200,
    body: (id) => ({ ...some(id), new_status: 'error' }),
    stranger: 404,
  },
  'GET /api/social-media-posts/pictures': { ...managers, success: 200, query: () => '?ids=1' },
  'POST /api/social-media-posts/refresh': { ...managers, success: 404, body: () => ({ post_ids: [1_000_000] }) },
  'POST /api/social-media-posts/review/next': {
    ...managers,
    success: 200,
    body: (company_id) => ({ company_id }),
    stranger: 404,
  },
  'POST /api/social-media-posts/bulk/delete': { ...managers, success: 200, body: some, stranger: 404 },
  ...socialTags('social-media-posts', 'social_media_post', newPost),
};
