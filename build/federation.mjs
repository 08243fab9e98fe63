// The only bundler knowledge of the project: host() builds the platform, remote(area) builds one area.
//
// The host provides React, shared-auth (Redux Toolkit inside it) and shared-ui (antd and the router inside it)
// as singletons with strictly checked versions; a remote carries no copy of them (`import: false`), and its
// peerDependencies are the list of what it shares, each with the range that it needs. What lies inside a shared package is not shared by name:
// then only the part of it that is used is carried.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import CompressionPlugin from 'compression-webpack-plugin';
import HtmlPlugin from 'html-webpack-plugin';
import { Features } from 'lightningcss';
import CssPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { head } from './head.mjs';
import {
  compiledOnArrival,
  exposedInContainer,
  folderlessIds,
  insertBySiteCode,
  loadBySiteCode,
  ownChunkGlobal,
  styleEnds,
} from './plugins.mjs';
import { pureContract } from './pure-calls.mjs';
import { describeRelease, rangesOf } from './release.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const production = process.env.NODE_ENV !== 'development';
const manifestOf = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** The packages that the host provides (host/remotes/platform.ts); react and shared-ui by some of their faces too. */
const PLATFORM = ['react', 'react-dom', 'shared-auth', 'shared-ui'];
const FACES = { react: ['react/jsx-runtime'], 'shared-ui': ['shared-ui/'] };

/**
 * The router without its warnings for developers: its package has that build too, but does not export it to bundlers.
 */
function routerInProduction() {
  const inside = (folder, name) => createRequire(path.join(folder, 'package.json')).resolve(`${name}/package.json`);
  const folder = path.dirname(
    inside(path.dirname(inside(path.join(root, 'shared-ui'), 'react-router-dom')), 'react-router'),
  );
  const file = (name) => path.join(folder, 'dist/production', name);
  return { 'react-router$': file('index.mjs'), 'react-router/dom$': file('dom-export.mjs') };
}

const PACKAGE = /[\\/]node_modules[\\/]/;

/** Leaves a part of the federation's runtime out that the console has no use for. */
const leftOut = (part, maker) =>
  new webpack.NormalModuleReplacementPlugin(part, (asked) => {
    if (asked.context.includes(maker)) asked.request = path.join(root, 'build/left-out.mjs');
  });

/** The shared packages of a remote, provided by the host, in the ranges that it needs. */
function taken(ranges) {
  const entries = {};
  for (const name of PLATFORM)
    for (const key of [name, ...(FACES[name] ?? [])])
      entries[key] = { singleton: true, strictVersion: true, requiredVersion: ranges[name], import: false };
  return entries;
}

function base(name, context, publicPath) {
  return {
    mode: production ? 'production' : 'development',
    name,
    context,
    target: ['web', 'es2022'],
    devtool: production ? 'hidden-source-map' : 'inline-cheap-module-source-map',
    output: {
      path: path.join(context, 'dist'),
      publicPath,
      uniqueName: name,
      // A module that threw is forgotten, so that Retry runs it again; with `strictModuleErrorHandling` it would throw the
      // same error for ever, with neither it would be handed out half-made.
      strictModuleExceptionHandling: true,
      filename: production ? '[name].[contenthash:12].js' : '[name].js',
      chunkFilename: production ? '[name].[contenthash:12].js' : '[name].js',
      clean: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    // The loaders are the bundler's, wherever the remote lies.
    resolveLoader: { modules: [path.join(root, 'node_modules'), path.dirname(root), 'node_modules'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'ts-loader',
          options: {
            transpileOnly: true,
            configFile: path.join(root, 'tsconfig.json'),
            compilerOptions: { noEmit: false, sourceMap: true },
            getCustomTransformers: () => ({ before: [pureContract] }),
          },
        },
        { test: /\.css$/, use: [CssPlugin.loader, 'css-loader'] },
        { test: /\.png$/, type: 'asset/inline' },
      ],
    },
    optimization: {
      minimizer: [
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          terserOptions: { compress: { passes: 4 }, mangle: true },
        }),
        // A fifth of the document is what people alone read in the styles. Nothing is written in another way for an older
        // browser, but a shorthand is made of no more than Safari 17 takes in it: none takes an animation's timeline.
        new MinimizerPlugin({
          test: /\.css$/,
          minify: MinimizerPlugin.lightningCssMinify,
          minimizerOptions: {
            targets: { safari: 17 << 16 },
            exclude: Object.values(Features).reduce((all, one) => all | one),
          },
        }),
      ],
      chunkIds: production ? 'deterministic' : 'named',
      moduleIds: production ? 'deterministic' : 'named',
    },
    performance: false,
    stats: 'errors-warnings',
    plugins: [
      folderlessIds,
      loadBySiteCode(name),
      styleEnds,
      // 2.5 kB of the host and of each area.
      leftOut(/\/desc\.mjs$/, 'error-codes'),
      leftOut(/\/logger\.js$/, '@module-federation/sdk'),
      new CssPlugin({
        insert: insertBySiteCode(name),
        filename: production ? '[name].[contenthash:12].css' : '[name].css',
        chunkFilename: production ? '[name].[contenthash:12].css' : '[name].css',
      }),
      ...(production
        ? [
            new CompressionPlugin({
              algorithm: 'brotliCompress',
              filename: '[path][base].br',
              test: /\.(js|css|html|json)$/,
              threshold: 512,
              minRatio: 1,
            }),
            new CompressionPlugin({
              algorithm: 'gzip',
              filename: '[path][base].gz',
              test: /\.(js|css|html|json)$/,
              threshold: 512,
              minRatio: 1,
            }),
          ]
        : []),
    ],
  };
}

/**
 * Keeps all of a chunk in the one file `name`, however many others need parts of it: those come after it. `earlier` are the
 * chunks that come before it, and carry what they need of it themselves.
 */
const inOneFile = (name, chunk, earlier) => ({
  name,
  enforce: true,
  priority: 10,
  chunks: (one) => !earlier.includes(one.name),
  test: (module, { chunkGraph }) => [...chunkGraph.getModuleChunksIterable(module)].some((one) => one.name === chunk),
});

/** The build of the host: `index.html`, and the platform, which it hands to the areas by itself (host/remotes/platform.ts). */
export function host() {
  const config = base('host', path.join(root, 'host'), '/');
  config.entry = { main: './main.ts' };
  if (production) config.resolve.alias = routerInProduction();
  config.optimization.splitChunks = {
    chunks: ({ name }) => name !== 'main' && name !== 'bootstrap',
    cacheGroups: {
      // A release of ours leaves the packages as they are: whoever has been here before has them.
      packages: {
        name: 'packages',
        chunks: ({ name }) => name === 'bootstrap',
        test: PACKAGE,
        enforce: true,
        priority: 20,
      },
      lists: inOneFile('lists', 'list-parts', ['main', 'bootstrap', 'signed-in']),
    },
  };
  config.plugins.push(
    // The host opens the areas' containers by itself: 23 kB less of the federation's runtime, which each list waits for.
    new webpack.DefinePlugin({
      FEDERATION_OPTIMIZE_NO_REMOTE: 'true',
      FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      ENV_TARGET: '"web"',
    }),
    compiledOnArrival('main', 'signed-in', 'lists'),
    new HtmlPlugin({ template: './index.html', scriptLoading: 'defer' }),
    head({ signedIn: 'signed-in', dashboard: 'dashboard', lists: 'list-parts' }),
  );
  return config;
}

/**
 * The build of one area's remote: it exposes `./screens` and carries nothing of the platform. `folder` is where it lies.
 */
export function remote(area, folder = path.join(root, `remote-${area}`)) {
  const config = base(`remote-${area}`, folder, 'auto');
  config.entry = {};
  config.plugins.push(ownChunkGlobal(config), exposedInContainer(`remote_${area}`));
  const manifest = manifestOf(folder);
  config.plugins.push(
    new ModuleFederationPlugin({
      name: `remote_${area}`,
      filename: production ? 'remoteEntry.[contenthash:12].js' : 'remoteEntry.js',
      exposes: { './screens': './screens.ts' },
      shared: taken(rangesOf(manifest)),
      shareStrategy: 'loaded-first',
      experiments: {
        externalRuntime: true,
        optimization: { disableRemote: true, disableSnapshot: true, target: 'web' },
      },
      dts: false,
      manifest: { additionalData: describeRelease(manifest, folder) },
    }),
  );
  return config;
}
