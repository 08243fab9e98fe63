/**
 * The federation's runtime as the remotes' copies of `@module-federation/runtime` take it from the page: these names and
 * no more, for all of the core would cost the first list 6 kB more.
 */
export {
  CurrentGlobal,
  ModuleFederation,
  assert,
  getGlobalFederationConstructor,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core';

/** The copies look into it when they start, and need what would be in it for none of what the areas' builds do. */
export const helpers = {};
