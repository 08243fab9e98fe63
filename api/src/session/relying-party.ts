/** For whom passkeys are made (DECISIONS §15): the console's public address, or this machine's own. */
import { RuleBroken } from '../http/errors';

/** An origin, and its host, which passkeys are bound to. */
export interface RelyingParty {
  readonly origin: string;
  readonly id: string;
}

const UNKNOWN = 'Passkeys cannot be used here: the operator has to set PUBLIC_URL to the address of this console.';

/**
 * The party of a request. Without PUBLIC_URL a page of this machine is its own, for no one else can be at `localhost`. Throws
 * RuleBroken for any other.
 */
export function relyingParty(publicUrl: string | null, origin: string | null): RelyingParty {
  if (publicUrl !== null) return { origin: publicUrl, id: new URL(publicUrl).hostname };
  if (origin !== null && URL.canParse(origin) && new URL(origin).hostname === 'localhost')
    return { origin, id: 'localhost' };
  throw new RuleBroken(UNKNOWN);
}
