/**
 * The one copy of the federation's runtime, for every remote of the page. The names are those that
 * `@module-federation/runtime`, which each remote carries, takes from the core; the plugin's own provider
 * (`experiments.provideExternalRuntime`) hands on all of the core and costs the login page 7 kB more.
 */
import * as core from '@module-federation/runtime/core';

const {
  CurrentGlobal,
  Module,
  ModuleFederation,
  assert,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  helpers,
  loadScript,
  loadScriptNode,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} = core;

/** The federation plugin that provides it; what it adds to the page is read by the remotes' builds (`externalRuntime`). */
export default function provideRuntime() {
  Object.assign(globalThis, {
    _FEDERATION_RUNTIME_CORE: {
      CurrentGlobal,
      Module,
      ModuleFederation,
      assert,
      getGlobalFederationConstructor,
      getRemoteEntry,
      getRemoteInfo,
      helpers,
      loadScript,
      loadScriptNode,
      registerGlobalPlugins,
      satisfy,
      setGlobalFederationConstructor,
      setGlobalFederationInstance,
    },
  });
  return { name: 'provide-runtime' };
}
