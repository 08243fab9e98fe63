import type { AddedScreen } from 'shared-ui';

/** The screens of this area that the specification does not have (DECISIONS §13, §16). */
export const addedScreens = [
  { path: '/ads/spend', title: 'Spend', groups: 'everyone', section: 'Advertising' },
  { path: '/ads/tags', title: 'Ad Tags', groups: 'everyone', section: 'Advertising' },
] as const satisfies readonly AddedScreen[];
