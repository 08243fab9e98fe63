/**
 * The one copy of the federation's runtime, for every remote of the page. The plugin's own provider
 * (`experiments.provideExternalRuntime`) hands on all of the core.
 */
import * as core from './runtime-core';

/** The federation plugin that provides it; what it adds to the page is read by the remotes' builds (`externalRuntime`). */
export default function provideRuntime() {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
  return { name: 'provide-runtime' };
}
