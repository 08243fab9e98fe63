/**
 * Kinds of proposals: which records it is about, what it would change of each, how it is said, and the
 * ordinary call that does it. The call is the very function of the route, whose right it also needs (DECISIONS §9).
 */
import type { ProposalKind } from 'contract/agents/proposals';
import type { Proposable } from './proposable';
import { overridesOfVariants } from './propose-overrides';
import { statusOf } from './propose-status';
import { tagsOf } from './propose-tags';

/** Ties a body's type to itself: outside its file a kind takes the body that it once returned. */
const kept = <Body>(kind: Proposable<Body>) => kind as Proposable<unknown>;

export const PROPOSABLE: Readonly<Record<ProposalKind, Proposable<unknown>>> = {
  ad_tags: kept(tagsOf('facebook_ad')),
  post_tags: kept(tagsOf('social_media_post')),
  profile_tags: kept(tagsOf('social_media_profile')),
  post_status: kept(statusOf('posts')),
  profile_status: kept(statusOf('profiles')),
  term_status: kept(statusOf('terms')),
  variant_overrides: kept(overridesOfVariants),
};
