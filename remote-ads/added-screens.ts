import type { AddedScreen } from 'shared-ui';

/** The screens of this area that the specification does not have (DECISIONS §13, §16). */
export const addedScreens = [
  {
    path: '/ads/spend',
    title: 'Spend',
    groups: 'everyone',
    section: 'Advertising',
    icon: 'M4 4v16h16M8 16v-4m4 4V8m4 8v-6',
  },
  {
    path: '/ads/tags',
    title: 'Ad Tags',
    groups: 'everyone',
    section: 'Advertising',
    icon: 'M4 4h8l8 8-8 8-8-8zm4 4h.01',
  },
  {
    path: '/ads/naming-rules',
    title: 'Naming Rules',
    groups: ['AdManager'],
    section: 'Advertising',
    icon: 'M8 4c-3 0-2 8-5 8 3 0 2 8 5 8m8-16c3 0 2 8 5 8-3 0-2 8-5 8',
  },
] as const satisfies readonly AddedScreen[];
