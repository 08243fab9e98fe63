import type { Tagging } from 'shared-ui/tags';
import { postCalls } from './posts.api';

/** How posts are tagged (DECISIONS §6). */
export const postTagging: Tagging = {
  resourceType: 'social_media_post',
  noun: { one: 'post', many: 'posts' },
  calls: postCalls,
  namesCompany: true,
};
