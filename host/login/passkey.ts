import type { PasskeyRequest, SignInCode } from 'contract/people/passkeys';
import { exchange, readJson } from 'shared-auth/host';

/** The library that talks to the browser about passkeys, fetched when one is used. */
export const passkeyLibrary = () => import(/* webpackChunkName: 'passkeys' */ '@simplewebauthn/browser');

const post = <Response>(path: string, body?: object) =>
  exchange({ method: 'POST', path, ...(body && { body }) }, null, readJson<Response>);

/** Has the person use a passkey; returns the code that it gives, which signs in once, within a minute (DECISIONS §15). */
export async function codeByPasskey(): Promise<string> {
  const { startAuthentication } = await passkeyLibrary();
  const asked = await post<PasskeyRequest>('/token/passkey/options');
  const optionsJSON = { ...asked, userVerification: 'required' as const };
  const { id, response } = await startAuthentication({ optionsJSON });
  const { sign_in_code } = await post<SignInCode>('/token/passkey', {
    credential_id: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  });
  return sign_in_code;
}
