/**
 * The token store (specification 1 §4, §9). Tokens live in local storage, which all tabs share; a
 * refresh token stands for one sign-in, so comparing it tells whether another tab has signed out or in.
 */
import type { TokenPair } from 'contract/session';
import { localTexts, type TokenKey } from './browser-storage';

const ACCESS: TokenKey = 'access_token';
const REFRESH: TokenKey = 'refresh_token';

export const accessToken = () => localTexts.read(ACCESS);
export const refreshToken = () => localTexts.read(REFRESH);

/** The sign-in that this page works with, by its refresh token. */
let followed = refreshToken();

/** Whether the stored tokens are no longer those of the sign-in that this page works with. */
export const tokensChangedElsewhere = () => refreshToken() !== followed;

/** Whether this page works with a sign-in at all, of which one token alone may be left. */
export const isFollowing = () => followed !== null || accessToken() !== null;

/** From now on this page works with the stored tokens, whoever stored them. */
export function followStoredTokens() {
  followed = refreshToken();
}

export function storeTokens({ access, refresh }: TokenPair) {
  localTexts.write(ACCESS, access);
  // Last, because it is what the other tabs wait for.
  localTexts.write(REFRESH, refresh);
  followed = refresh;
}

/** Tokens of a refresh: the sign-in stays the same. */
export function storeAccessToken(access: string) {
  localTexts.write(ACCESS, access);
}

export function forgetTokens() {
  localTexts.write(ACCESS, null);
  localTexts.write(REFRESH, null);
  followed = null;
}
