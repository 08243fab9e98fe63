/** Requirements of a remote, as its package.json says it, beside what this console has. */

/** A requirement that is not met: the remote needs `range` of `name`, and `version` is what there is. */
export interface Unmet {
  name: string;
  range: string;
  /** Null where the console lacks it. */
  version: string | null;
}

/** The name under which a remote asks for the contract, which the service has and no package of the host. */
export const CONTRACT = 'contract';

/** Needed and present versions, for a person. */
export function wordsOf({ name, range, version }: Unmet): string {
  const [what, who] = name === CONTRACT ? ['the contract', 'the service'] : [name, 'this console'];
  return `It needs version ${range} of ${what}; ${who} has ${version ?? 'none'}.`;
}
