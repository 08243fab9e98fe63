/** The rules of a new password (DECISIONS §15), asked by the browser's forms, the service and the command line. */
import { lengthOf } from '../rules';
import { secretText } from '../schema';

const SHORTEST = 12;
const LONGEST = 200;

/** A password that is to be set; which ones are refused beside their length, `passwordMistake` says. */
export const newPassword = secretText('Password', { minLength: SHORTEST, maxLength: LONGEST });

/** Common ones of that length that no other rule here refuses, in lower case and without signs. */
const COMMON: ReadonlySet<string> = new Set([
  'password1234',
  'password12345',
  'password123456',
  'mypassword123',
  'changemeplease',
  'letmeinletmein1',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiopas',
  'qwertyuiopasdfghjkl',
  'qwerty123456',
  '1q2w3e4r5t6y',
  'qazwsxedcrfv',
  '1qaz2wsx3edc',
  'asdfghjkl123',
  'zaq12wsxcde3',
  'administrator',
  'administrator1',
  'welcome12345',
  'iloveyou1234',
  'correcthorsebatterystaple',
  'abcdefg12345',
  'abc123456789',
  'superman1234',
  'football1234',
  'baseball1234',
  'princess1234',
  'sunshine1234',
  'monkey123456',
  'dragon123456',
  'master123456',
]);

const lowerCase = (text: string) => text.normalize('NFKC').toLowerCase();
const lettersOf = (text: string) => lowerCase(text).replace(/\P{L}/gu, '');

/** Whether it is one piece again and again, such as `abcabcabcabc`, the last time perhaps cut. */
const isRepeated = (text: string): boolean =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, at) => at + 1).some((period) =>
    text.startsWith(text.slice(period)),
  );

/** Whether each character follows the one before it, up or down; behind 9 comes 0. */
function isRunning(text: string): boolean {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const follows = (step: number) =>
    points.every((point, at) => {
      const before = points[at - 1];
      return before === undefined || point === before + step || point === before + step - Math.sign(step) * 10;
    });
  return follows(1) || follows(-1);
}

/** Whom a password is for. */
export interface PasswordOwner {
  readonly username: string;
  readonly brand: string;
}

/** Why a password may not be set, in a sentence; null where it may. */
export function passwordMistake(password: string, { username, brand }: PasswordOwner): string | null {
  const length = lengthOf(password);
  if (length < SHORTEST) return `A password has at least ${SHORTEST} characters.`;
  if (length > LONGEST) return `A password has at most ${LONGEST} characters.`;
  const lower = lowerCase(password);
  if (isRepeated(lower)) return 'This password is one piece again and again. Please choose another.';
  if (isRunning(lower)) return 'This password is a running sequence. Please choose another.';
  const letters = lettersOf(password);
  // The name with digits around it is the name.
  if (letters && [username, brand].map(lettersOf).includes(letters))
    return 'This password is the name of the user or of this console. Please choose another.';
  const isCommon = COMMON.has(lower.replace(/[^\p{L}\p{N}]/gu, ''));
  return isCommon ? 'This password is a common one. Please choose another.' : null;
}
