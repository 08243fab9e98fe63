import type { AddedScreen } from 'shared-ui';

/** The screens of this area that the specification does not have (DECISIONS §16). */
export const addedScreens = [
  { path: '/social/review', title: 'Review Posts', groups: ['SocialMediaManager'], section: 'Social Media' },
  { path: '/social/tags', title: 'Social Tags', groups: ['SocialMediaManager'], section: 'Social Media' },
] as const satisfies readonly AddedScreen[];
