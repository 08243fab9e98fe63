/** Passwords at rest: argon2id. */
import { hash, verify } from '@node-rs/argon2';

/** The cost of one hash. */
export interface HashCost {
  /** Memory in KiB. */
  memoryCost: number;
  /** Passes over that memory. */
  timeCost: number;
}

/** 64 MiB, three passes: about 40 ms. argon2id is the library's default algorithm. */
export const HASH_COST: HashCost = { memoryCost: 64 * 1024, timeCost: 3 };

/** The hash of a password, in PHC format. The whole password counts, whatever its length. */
export const hashPassword = (password: string, cost: HashCost): Promise<string> =>
  hash(password, { ...cost, parallelism: 1 });

/** Returns whether `password` is the one behind `stored`; takes the same time when there is no user (null). */
export function passwordVerifier(cost: HashCost): (stored: string | null, password: string) => Promise<boolean> {
  // Made at once, so that the first unknown name takes no longer than the second.
  const stranger = hashPassword('nobody has this password', cost);
  // Empty: somebody who has none, as single sign-on makes them.
  return async (stored, password) => {
    const matches = await verify(stored || (await stranger), password);
    return matches && Boolean(stored);
  };
}
