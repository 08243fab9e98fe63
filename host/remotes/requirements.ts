/** What a remote needs of the console, as its package.json says it, beside what this console has. */
import { getInstance, satisfy } from '@module-federation/runtime';

/** A requirement that is not met: the remote needs `range` of `name`, and `version` is what there is. */
export interface Unmet {
  name: string;
  range: string;
  /** Null where there is none of it at all. */
  version: string | null;
}

/** The name under which a remote asks for the contract, which the service has and no package of the host. */
export const CONTRACT = 'contract';

/** The version of a package that the host shares; null where it shares none. */
export const sharedVersion = (name: string): string | null => getInstance()?.options.shared[name]?.[0]?.version ?? null;

/**
 * The first requirement that is not met, or null.
 *
 * @param requires ranges by name, such as `{ 'shared-ui': '^1.2.0' }`
 * @param have the version of a name that there is; undefined where that is not known, which refuses nothing
 */
export function unmetRequirement(
  requires: Readonly<Record<string, string>>,
  have: (name: string) => string | null | undefined,
): Unmet | null {
  for (const [name, range] of Object.entries(requires)) {
    const version = have(name);
    if (version !== undefined && (version === null || !satisfy(version, range))) return { name, range, version };
  }
  return null;
}

/** The same for a person: what is needed, and what there is. */
export function wordsOf({ name, range, version }: Unmet): string {
  const [what, who] = name === CONTRACT ? ['the contract', 'the service'] : [name, 'this console'];
  return `It needs version ${range} of ${what}; ${who} has ${version ?? 'none'}.`;
}
