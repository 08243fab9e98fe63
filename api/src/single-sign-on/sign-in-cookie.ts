/**
 * The one cookie of the console: it binds a sign-in by a provider to the browser that began it, so that no one is signed in
 * as somebody else by a link (DECISIONS §15). It is sealed, and ends after ten minutes.
 */
import type { Secrets } from '../database/secrets';
import type { Started } from './provider-client';

/** A sign-in that is under way in a browser. */
export interface StartedSignIn extends Started {
  readonly provider: string;
  /** The console's path to go on with. */
  readonly returnTo: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const NAME = 'sign_in';
const PLACE = 'sign-in cookie';
/** How long somebody may take at the provider. */
const MINUTES = 10;

/** The header that sets it; over https it is sent over https alone. */
export function signInCookie(secrets: Secrets, started: Omit<StartedSignIn, 'until'>, isSecure: boolean): string {
  const until = Date.now() + MINUTES * 60_000;
  const sealed = secrets.seal(JSON.stringify({ ...started, until }), PLACE).toString('base64url');
  // Lax: it comes back with the provider's redirect, and with no form or script of another site.
  return `${NAME}=${sealed}; Path=/api; Max-Age=${MINUTES * 60}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** The content of one in a `Cookie` header; null without one that was sealed here and has not ended. */
export function readSignInCookie(secrets: Secrets, header: string | null): StartedSignIn | null {
  const sealed = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]+)`).exec(header ?? '')?.[1];
  if (sealed === undefined) return null;
  try {
    const started = JSON.parse(secrets.open(Buffer.from(sealed, 'base64url'), PLACE)) as StartedSignIn;
    return started.until > Date.now() ? started : null;
  } catch {
    return null;
  }
}
