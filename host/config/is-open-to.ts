import type { CurrentUser, Group } from 'contract/session';
import { inGroup } from 'shared-auth';

/** Whether a person may open a screen that is for these groups; none: any signed-in user. */
export const isOpenTo = (user: Pick<CurrentUser, 'groups'>, groups: readonly Group[]): boolean =>
  groups.length === 0 || inGroup(user, ...groups);
