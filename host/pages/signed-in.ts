/** All that only signed-in people see of the host, as one file that the login page does not wait for (signed-in-part). */
export { GuardedArea } from './guarded-area';
export { Navigation } from '../navigation/navigation';
export { AddedScreens } from '../remotes/added-screens-route';
