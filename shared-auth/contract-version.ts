/** Which contract the service serves: it says so with every response (DECISIONS §1). */

let heard: string | null = null;
let settle: () => void;
const firstResponse = new Promise<void>((resolve) => (settle = resolve));

/** Takes note of what a response says; one that says nothing, such as a proxy's page, changes nothing. */
export function hearContractVersion({ headers }: Response) {
  heard = headers.get('x-contract-version') ?? heard;
  settle();
}

/** The version that the service said last, once it has responded at all; null where it never says one. */
export const contractVersion = (): Promise<string | null> => firstResponse.then(() => heard);
