import { partOf } from '../loading/part-of';

/** The forms of signing in beside name and password: an invitation, and the second factor. */
export const moreSignIn = partOf(
  () => import(/* webpackChunkName: 'more-sign-in' */ './more-sign-in'),
  'This form could not be shown',
  'whole',
);

/** The secret of an invitation in an address: behind the `#`, which no server and no log is told; null without one. */
export const invitationIn = ({ hash }: { hash: string }): string | null =>
  /^#invitation=([\w-]+)$/.exec(hash)?.[1] ?? null;
