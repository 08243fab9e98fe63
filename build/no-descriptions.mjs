/**
 * Stands in the place of the sentences that the federation's runtime has for its error codes (build/federation.mjs): the
 * console says in its own words what failed, and the code stays in the message.
 */
export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
