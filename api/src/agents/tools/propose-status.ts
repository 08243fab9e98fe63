/** The tools that propose the status of posts, profiles and search terms (DECISIONS §9). */
import { object, text } from 'contract/schema';
import { postBulkStatus } from 'contract/social/posts';
import { profileBulkStatus } from 'contract/social/profiles';
import { searchTermBulkStatus } from 'contract/social/search-terms';
import { idsMeant } from './meant-records';
import { byIds, proposing, PROPOSES } from './proposing';
import { postFilter, postsMeant, profileFilter, profilesMeant, termFilter, termsMeant } from './social';

const message = {
  status_message: text('Status message', { maxLength: 1000, description: 'Absent: each keeps its own' }),
} as const;
const required = ['new_status'] as const;

/** Of posts. */
export const proposePostStatus = proposing({
  kind: 'post_status',
  description: `Proposes to set the status of social media posts; \`status\` is a filter. ${PROPOSES}`,
  input: object({ new_status: postBulkStatus.properties.new_status, ...message, ...byIds, ...postFilter }, required),
  read: ({ new_status, status_message, ...which }) => ({
    body: { new_status, ...(status_message !== undefined && { status_message }) },
    ids: (asking) => idsMeant(postsMeant)(asking, which),
  }),
});

/** Of profiles. */
export const proposeProfileStatus = proposing({
  kind: 'profile_status',
  description: `Proposes to set the status of watched social media profiles; \`status\` is a filter. ${PROPOSES}`,
  input: object(
    { new_status: profileBulkStatus.properties.new_status, ...message, ...byIds, ...profileFilter },
    required,
  ),
  read: ({ new_status, status_message, ...which }) => ({
    body: { new_status, ...(status_message !== undefined && { status_message }) },
    ids: (asking) => idsMeant(profilesMeant)(asking, which),
  }),
});

/** Of search terms. */
export const proposeTermStatus = proposing({
  kind: 'term_status',
  description: `Proposes to set the status of search terms; \`status\` is a filter. ${PROPOSES}`,
  input: object({ new_status: searchTermBulkStatus.properties.new_status, ...byIds, ...termFilter }, required),
  read: ({ new_status, ...which }) => ({ body: { new_status }, ids: (asking) => idsMeant(termsMeant)(asking, which) }),
});
