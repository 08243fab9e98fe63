/** Face for the host alone: sign people in and out, read the site's own files, and report crashes. */
export type { HeadFile, HeadOfLogin, HeadRequests } from './head-script';
export { reportCrash } from './crash-report';
export { exchange, readJson } from './exchange';
export { contractVersion } from './contract-version';
export { HttpError } from './server-error';
export { LOGOUT_EVENT, type EndedBecause } from './session-end';
export {
  CONSOLE_REDUCERS,
  createConsoleStore,
  listenToOtherTabs,
  restoreSession,
  signIn,
  signOut,
  type ConsoleStore,
} from './sign-in';
export { replaceEndpoints } from './api';
export { isFollowing } from './tokens';
export { probeSiteFile, readSiteFile, readSiteText } from './site-file';
