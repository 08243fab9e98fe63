/** The providers of single sign-on (DECISIONS §15), from the JSON file that OIDC_PROVIDERS_FILE names. */
import { readFileSync } from 'node:fs';
import { PROVIDER_NAME } from 'contract/people/sign-in-rules';
import { StartError } from './start-error';

/** One provider, as the operator wrote it down. */
export interface SignInProvider {
  /** A part of the addresses of signing in, and the key of identities and rules. */
  readonly name: string;
  /** As the login says it. */
  readonly label: string;
  /** The origin of its tokens, without which none is believed; its description is found below it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes that are asked for, with spaces between them. */
  readonly scope: string;
}

const FIELDS = ['name', 'label', 'issuer', 'client_id', 'client_secret', 'client_secret_file', 'scope'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Reads and judges the file; none without a name. Throws StartError with what to mend, which repeats no secret. */
export function readSignInProviders(file: string | undefined): readonly SignInProvider[] {
  if (file === undefined) return [];
  const mistake = (words: string) => new StartError(`OIDC_PROVIDERS_FILE is ${file}${words}`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw mistake(
      code === undefined
        ? ', which is not JSON: write a list of providers into it.'
        : `, which cannot be read (${code}): name a file that this user may read.`,
    );
  }
  if (!Array.isArray(content)) throw mistake(', which is no list: write [{"name": …}] into it.');
  const providers = content.map((entry: unknown, at) => {
    const broken = (words: string) => mistake(`; its provider ${at + 1} ${words}.`);
    const fields = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
    const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name));
    if (unknown !== undefined) throw broken(`has '${unknown}', which is not known: ${FIELDS.join(', ')} are`);
    const given = (name: string) => {
      const text = fields[name];
      if (text !== undefined && (typeof text !== 'string' || text.trim() === ''))
        throw broken(`has no text as ${name}`);
      return text?.trim();
    };
    const needed = (name: string) => {
      const text = given(name);
      if (text === undefined) throw broken(`lacks its ${name}`);
      return text;
    };
    const name = needed('name');
    if (name.length > 40 || !new RegExp(PROVIDER_NAME).test(name))
      throw broken('needs a name of lower-case words with hyphens between them, such as okta');
    const issuer = needed('issuer');
    if (!isIssuer(issuer)) throw broken('needs an https address as issuer, such as https://login.example');
    const secretFile = given('client_secret_file');
    if (secretFile !== undefined && fields.client_secret !== undefined)
      throw broken('has both client_secret and client_secret_file: leave one of them out');
    return {
      name,
      issuer,
      label: given('label') ?? name,
      clientId: needed('client_id'),
      clientSecret: secretFile === undefined ? needed('client_secret') : secretIn(secretFile, broken),
      scope: given('scope') ?? 'openid email profile',
    };
  });
  const names = providers.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw mistake(`, which names '${twice}' twice: give each provider a name of its own.`);
  return providers;
}

/** Tokens of an issuer over plain http could be anybody's, but on this machine. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

function secretIn(file: string, broken: (words: string) => StartError): string {
  try {
    const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (secret) return secret;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw broken(`has ${file} as client_secret_file, which cannot be read (${code ?? message})`);
  }
  throw broken(`has ${file} as client_secret_file, which is empty`);
}
