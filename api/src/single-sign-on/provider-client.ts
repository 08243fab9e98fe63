/** Questions to a provider of single sign-on (OpenID Connect; DECISIONS §15). Its libraries load with the first of them. */
import type { Configuration, IDToken } from 'openid-client';
import type { JWTVerifyGetKey } from 'jose';
import type { SignInProvider } from '../start/sign-in-providers';

/** Kept by a browser between going to a provider and coming back. */
export interface Started {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Claims of a provider about a person, of kinds that it chooses. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Why a browser came back in vain: its person refused, or the provider could not be asked, or anything else. */
export type Vain = 'cancelled' | 'unreachable' | 'failed';

/** Asks one provider. */
export interface ProviderClient {
  /** Where a browser goes to sign in. Throws where the provider cannot be asked. */
  begin(): Promise<{ readonly address: string; readonly started: Started }>;
  /** The claims of whoever came back; `signed` are those of the signed token alone. Throws for an answer to another question. */
  finish(address: URL, started: Started): Promise<{ readonly claims: Claims; readonly signed: Claims }>;
  /** Whom a logout token of the provider is about: a subject, one of its sessions, or both. Throws for every other text. */
  loggedOut(token: string): Promise<{ readonly subject: string | null; readonly session: string | null }>;
}

const PATIENCE_SECONDS = 5;
const HOUR = 60 * 60 * 1000;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Asks `provider`, whose browsers come back to `callback`. Its description is read with the first question, and again after
 * an hour or a failure.
 */
export function clientOf(provider: SignInProvider, callback: string): ProviderClient {
  let described: { readonly until: number; readonly config: Promise<Configuration> } | undefined;
  let keys: { readonly address: string; readonly of: JWTVerifyGetKey } | undefined;

  const discover = async () => {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client');
    const issuer = new URL(provider.issuer);
    // Only this machine's own is asked without TLS (start/sign-in-providers).
    const plain = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
    return discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
      timeout: PATIENCE_SECONDS,
      execute: [...plain, enableNonRepudiationChecks],
    });
  };
  const config = (): Promise<Configuration> => {
    if (described && described.until > Date.now()) return described.config;
    const now = { until: Date.now() + HOUR, config: discover() };
    described = now;
    now.config.catch(() => {
      if (described === now) described = undefined;
    });
    return now.config;
  };

  return {
    async begin() {
      const client = await import('openid-client');
      const started = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(await config(), {
        redirect_uri: callback,
        scope: provider.scope,
        state: started.state,
        nonce: started.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(started.verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, started };
    },
    async finish(address, { state, nonce, verifier }) {
      const client = await import('openid-client');
      const known = await config();
      const tokens = await client.authorizationCodeGrant(known, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const signed = tokens.claims() as IDToken;
      const more = known.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(known, tokens.access_token, signed.sub)
        : {};
      return { claims: { ...more, ...signed }, signed };
    },
    async loggedOut(token) {
      const { createRemoteJWKSet, jwtVerify } = await import('jose');
      const { issuer, jwks_uri } = (await config()).serverMetadata();
      if (jwks_uri === undefined) throw new Error('The provider names no keys');
      if (keys?.address !== jwks_uri) keys = { address: jwks_uri, of: createRemoteJWKSet(new URL(jwks_uri)) };
      const { payload } = await jwtVerify(token, keys.of, {
        issuer,
        audience: provider.clientId,
        clockTolerance: 30,
        maxTokenAge: 120,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      const { events, nonce, sub, sid } = payload;
      if (nonce !== undefined || typeof events !== 'object' || events === null || !(LOGOUT_EVENT in events))
        throw new Error('The token is no logout token');
      if (sub === undefined && typeof sid !== 'string') throw new Error('The token names no one');
      return { subject: sub ?? null, session: typeof sid === 'string' ? sid : null };
    },
  };
}

/** An error of these questions as the log may have it: what it was caused by can hold claims, codes and tokens. */
export function loggedError(error: unknown): { readonly reason: string; readonly code: string } {
  const { message, code, cause } = (error ?? {}) as { message?: unknown; code?: unknown; cause?: unknown };
  const reason = cause instanceof Error ? `${String(message)}: ${cause.message}` : String(message);
  return { reason, code: String(code ?? 'none') };
}

/** Why `finish` or `begin` threw. */
export function vainBecause(error: unknown): Vain {
  const { error: said, code, cause } = (error ?? {}) as { error?: unknown; code?: unknown; cause?: unknown };
  if (said === 'access_denied') return 'cancelled';
  const isAway = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(String(code));
  // No connection, as fetch says it.
  return isAway || (cause as { name?: unknown } | undefined)?.name === 'TypeError' ? 'unreachable' : 'failed';
}
