/** The forms of signing in beside name and password, as one file that the login page does not wait for (more-sign-in-part). */
export { ByLink } from './by-link';
export { PasskeyForm, SecondFactorForm } from './second-factor-form';
