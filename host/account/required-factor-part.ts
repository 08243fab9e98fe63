import { partOf } from '../loading/part-of';

/** The page of who has to set up a second factor. */
export const requiredFactor = partOf(
  () => import(/* webpackChunkName: 'user-dialogs' */ './required-factor'),
  'This page could not be shown',
  'whole',
);
