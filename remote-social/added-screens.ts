import type { AddedScreen } from 'shared-ui';

/** The screens of this area that the specification does not have (DECISIONS §16). */
export const addedScreens = [
  {
    path: '/social/review',
    title: 'Review Posts',
    groups: ['SocialMediaManager'],
    section: 'Social Media',
    icon: 'M4 4h16v12H4zm5 6 2 2 4-4M8 20h8',
  },
  {
    path: '/social/tags',
    title: 'Social Tags',
    groups: ['SocialMediaManager'],
    section: 'Social Media',
    icon: 'M4 4h8l8 8-8 8-8-8zm4 4h.01',
  },
] as const satisfies readonly AddedScreen[];
