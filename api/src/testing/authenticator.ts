/** An app with a person's second factor, whose clock the tests set. */
import { generateSync } from 'otplib';
import type { RecoveryCodes, SecondFactorSecret } from 'contract/people/account';
import type { TokenPair } from 'contract/session';
import { PASSWORD, type Person, type TestConsole } from './console';

const STEP_MS = 30_000;
const realNow = Date.now;
let aheadMs = 0;

/** Sets the process's clock ahead by steps of codes; the database's stays. */
export const nextStep = (steps = 1): void => {
  aheadMs += steps * STEP_MS;
  Date.now = () => realNow() + aheadMs;
};

/** Gives the process its clock back. */
export const restoreClock = (): void => {
  aheadMs = 0;
  Date.now = realNow;
};

/** The app of somebody whose second factor is set up. */
export interface Authenticator {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code that it shows now. */
  code(): string;
  /** The next code, which no one has used. */
  freshCode(): string;
}

/** Sets up the second factor of somebody who has just signed in. */
export async function setUpAuthenticator(person: Person): Promise<Authenticator> {
  const { secret } = (await person.post<SecondFactorSecret>('/users/me/second-factor')).body;
  const code = () => generateSync({ secret });
  const freshCode = () => {
    nextStep();
    return code();
  };
  const { body, status, text } = await person.post<RecoveryCodes>('/users/me/second-factor/confirm', {
    code: freshCode(),
  });
  if (status !== 200) throw new Error(`The second factor was not set up: ${status} ${text}`);
  return { secret, recoveryCodes: body.recovery_codes, code, freshCode };
}

/** The response to a sign-in with the password of every test, and a code or none. */
export const signInWith = ({ nobody }: TestConsole, username: string, code?: string, more: object = {}) =>
  nobody.post<TokenPair & { detail: string; second_factor?: string }>('/token/pair', {
    username,
    password: PASSWORD,
    ...more,
    ...(code !== undefined && { code }),
  });
