/** All that only signed-in people see of the host, as one file that the login page does not wait for (signed-in-part). */
export { GuardedArea } from './guarded-area';
export { SignedInPage } from '../navigation/signed-in-page';
export { AddedScreens } from '../remotes/added-screens-route';
