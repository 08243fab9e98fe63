import { partOf } from '../loading/part-of';

/** The form that an invitation's link opens. */
export const invitation = partOf(
  () => import(/* webpackChunkName: 'invitation' */ './invitation.screen'),
  'The invitation could not be shown',
  'whole',
);

/** The secret of an invitation in an address: behind the `#`, which no server and no log is told; null without one. */
export const invitationIn = ({ hash }: { hash: string }): string | null =>
  /^#invitation=([\w-]+)$/.exec(hash)?.[1] ?? null;
