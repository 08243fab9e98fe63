/**
 * The version of this contract. It moves with its public surface (`pnpm surface`): a major for what is taken away or
 * becomes stricter, a minor for what is added. The service says it with every response, in `x-contract-version`
 * (DECISIONS §1), and a remote says in its package.json which range of it it needs.
 */
export const CONTRACT_VERSION = '1.0.0';
