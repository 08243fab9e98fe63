import { partOf } from '../loading/part-of';

/** The forms of signing in beside name and password: by a link, by a passkey, and the second factor. */
export const moreSignIn = partOf(
  () => import(/* webpackChunkName: 'more-sign-in' */ './more-sign-in'),
  'This form could not be shown',
  'whole',
);

/** Whether an address signs somebody in: by what stands behind its `#`, which no server and no log is told. */
export const isByLink = ({ hash }: { hash: string }): boolean => hash.includes('=');
