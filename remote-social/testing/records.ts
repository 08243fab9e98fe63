/** Records as the service returns them, for the tests of their screens. */
import type { Post } from 'contract/social/posts';
import type { Profile } from 'contract/social/profiles';
import type { SearchTerm } from 'contract/social/search-terms';

export const term = (id: number, search_term: string, platform: SearchTerm['platform'] = 'instagram'): SearchTerm => ({
  id,
  company_id: 4,
  search_term,
  platform,
  status: 'active',
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-02-02T12:00:00.000Z',
});

export const linen: SearchTerm = { ...term(1, 'linen'), status: 'pending' };
export const wool = term(2, 'wool', 'youtube');
export const felt: SearchTerm = { ...term(3, 'felt', 'facebook'), status: 'inactive' };

const profile = (id: number, given: Partial<Profile> = {}): Profile => ({
  id,
  company_id: 4,
  company_name: 'Harbor & Pine',
  platform: 'instagram',
  platform_username: `user${id}`,
  platform_identifier: null,
  status: 'active',
  status_message: null,
  tags: [],
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-02-02T12:00:00.000Z',
  created_by_username: 'ada',
  last_updated_by_username: 'bob',
  ...given,
});

export const pine = profile(1, { platform_identifier: '17841', tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] });
export const tok = profile(2, { platform: 'tiktok', status: 'inactive' });
export const tube = profile(3, { platform: 'youtube', status: 'error', company_id: 5, company_name: 'Lumen' });

export const post = (id: number, given: Partial<Post> = {}): Post => ({
  id,
  company_id: 4,
  company_name: 'Harbor & Pine',
  url: `https://www.instagram.com/p/${id}`,
  platform: 'instagram',
  post_type: 'reel',
  status: 'active',
  status_message: null,
  tags: [],
  cached_author_username: 'pine.co',
  cached_caption: 'A walk in the woods',
  cached_play_count: 1234567,
  cached_scraped_at: null,
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-02-02T12:00:00.000Z',
  created_by_username: 'ada',
  last_updated_by_username: null,
  ...given,
});
