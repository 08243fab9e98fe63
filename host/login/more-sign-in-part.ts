import { partOf } from '../loading/part-of';

/** The forms of signing in beside name and password: by a link, by a passkey, and the second factor. */
export const moreSignIn = partOf(
  () => import(/* webpackChunkName: 'more-sign-in' */ './more-sign-in'),
  'This form could not be shown',
  'whole',
);
