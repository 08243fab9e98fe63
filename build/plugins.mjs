// Small plugins of build/federation.mjs.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import webpack from 'webpack';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { Compilation, RuntimeGlobals, RuntimeModule, sources } = webpack;

/**
 * Modules that federation makes carry absolute paths in their names, and a module's id follows from its name. These ids
 * say nothing of the folder, so that two builds of one commit have the same files, wherever they are made.
 */
const FOLDERLESS_IDS = [
  [/\.federation[\\/]entry\.\w+\.js\|\w+$/, () => 'federation'],
  [/^container entry /, () => 'container'],
  [/^provide module \(default\) (.+)@[^@]+ = /, ([, name]) => `provided ${name}`],
];

export const folderlessIds = {
  apply: (compiler) =>
    compiler.hooks.compilation.tap('folderless-ids', (compilation) =>
      compilation.hooks.moduleIds.tap({ name: 'folderless-ids', stage: -100 }, (modules) => {
        for (const module of modules) {
          const name = module.identifier();
          for (const [pattern, idOf] of FOLDERLESS_IDS) {
            const match = pattern.exec(name);
            if (match) compilation.chunkGraph.setModuleId(module, idOf(match));
          }
          // A path alone is made relative by the bundler, one inside a sentence is not.
          const isNamed = compilation.chunkGraph.getModuleId(module) !== null;
          const holds = (folder) => name.split(/[|!]/).some((part) => part.indexOf(folder) > 0);
          if (!isNamed && (holds(root) || holds(compiler.context)))
            compilation.errors.push(new Error(`Its id would follow from the folder of the build: ${name}`));
        }
      }),
    ),
};

/** Has the runtime of a build fetch its chunks through the host's `siteCode` (host/loading/site-code.ts). */
export const loadBySiteCode = (owner) => ({
  apply: (compiler) =>
    compiler.hooks.compilation.tap('load-by-site-code', (compilation) =>
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.loadScript)
        .tap({ name: 'load-by-site-code', stage: -10 }, (chunk) => {
          compilation.addRuntimeModule(chunk, new LoadBySiteCode(owner));
          return true;
        }),
    ),
});

class LoadBySiteCode extends RuntimeModule {
  constructor(owner) {
    super('load by site code');
    this.owner = owner;
  }

  generate() {
    return `${RuntimeGlobals.loadScript} = (url, done) => globalThis.siteCode.script(url, done, ${JSON.stringify(this.owner)});`;
  }
}

/** The same for styles: a function for mini-css-extract-plugin, which puts its text into the runtime. */
export const insertBySiteCode = (owner) =>
  Object.assign(() => undefined, {
    toString: () => `(link) => globalThis.siteCode.style(link, ${JSON.stringify(owner)})`,
  });

/**
 * Puts what a container exposes, the list of the screens, into the container's own file: no one needs one without
 * the other.
 */
export const exposedInContainer = (container) => ({
  apply: (compiler) =>
    compiler.hooks.compilation.tap('exposed-in-container', (compilation) =>
      compilation.hooks.optimizeChunks.tap('exposed-in-container', () => {
        const { chunkGraph, chunks, namedChunks } = compilation;
        const entry = namedChunks.get(container);
        for (const chunk of [...chunks].filter(({ name }) => name?.startsWith('__federation_expose_'))) {
          if (!entry || !chunkGraph.canChunksBeIntegrated(entry, chunk)) continue;
          chunkGraph.integrateChunks(entry, chunk);
          chunks.delete(chunk);
        }
      }),
    ),
});

const processing = (name, stage, process) => ({
  apply: (compiler) =>
    compiler.hooks.compilation.tap(name, (compilation) =>
      compilation.hooks.processAssets.tap({ name, stage }, (assets) => process(compilation, assets)),
    ),
});

/** Ends each style with a rule that says so: what lacks it is not a style of this console, or half of one. */
export const styleEnds = processing('style-ends', Compilation.PROCESS_ASSETS_STAGE_ADDITIONS, (compilation, assets) => {
  for (const file of Object.keys(assets).filter((name) => name.endsWith('.css')))
    compilation.updateAsset(file, (style) => new sources.ConcatSource(style, '\n@layer end-of-style;\n'));
});

/**
 * Has V8 compile all of a script while it arrives, on a thread of its own, and not function by function in the page's way
 * when it runs (explicit compile hints; other browsers read a comment). `names` are those of chunks of which most is run.
 */
export const compiledOnArrival = (...names) =>
  processing('compiled-on-arrival', Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1, (compilation) => {
    for (const chunk of [...compilation.chunks].filter(({ name }) => names.includes(name)))
      for (const file of [...chunk.files].filter((name) => name.endsWith('.js')))
        compilation.updateAsset(file, (script) => new sources.ConcatSource('//# allFunctionsCalledOnLoad\n', script));
  });

/**
 * Gives each build of an area a name of its own for the array through which its chunks arrive: two releases of an area
 * may run in one page, and neither must take the other's chunks. The name follows from what was built.
 */
export function ownChunkGlobal(config) {
  const name = `webpackChunk_${config.name.replace('-', '_')}_`;
  const placeholder = `${name}00000000`;
  config.output.chunkLoadingGlobal = placeholder;
  return processing('own-chunk-global', Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1, (compilation, assets) => {
    const scripts = Object.keys(assets)
      .filter((file) => file.endsWith('.js'))
      .sort();
    const hash = createHash('sha256');
    for (const file of scripts) hash.update(assets[file].source());
    const own = `${name}${hash.digest('hex').slice(0, 8)}`;
    for (const file of scripts)
      compilation.updateAsset(file, (script) => new sources.RawSource(script.source().replaceAll(placeholder, own)));
  });
}
