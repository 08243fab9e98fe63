/** The forms of signing in beside name and password, as one file that the login page does not wait for (more-sign-in-part). */
import { driveLogin, type DocumentForm } from './document-form';

export { ByLink } from './by-link';
export { PasskeyForm, SecondFactorForm } from './second-factor-form';

/** The document's form, driven from here where the head does not. */
export const loginForm = (): DocumentForm => (window as { loginForm?: DocumentForm }).loginForm ?? driveLogin();
