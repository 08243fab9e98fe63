// Builds the floor with the console's own bundler, loader and minifier.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import HtmlPlugin from 'html-webpack-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';

const folder = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(folder, '../../..');
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Floor</title></head><body><div id="root"></div></body></html>`;

/** Builds the floor and returns the folder of its files. Throws what the bundler has to say. */
export async function buildFloor() {
  const output = path.join(folder, 'dist');
  const compiler = webpack({
    mode: 'production',
    context: folder,
    target: ['web', 'es2022'],
    entry: './floor.tsx',
    output: { path: output, publicPath: '/', filename: '[name].[contenthash:12].js', clean: true },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx$/,
          loader: 'ts-loader',
          options: {
            transpileOnly: true,
            configFile: path.join(root, 'tsconfig.json'),
            compilerOptions: { noEmit: false },
          },
        },
      ],
    },
    optimization: {
      minimizer: [
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          terserOptions: { compress: { passes: 2 }, mangle: true },
        }),
      ],
    },
    performance: false,
    plugins: [new HtmlPlugin({ templateContent: PAGE, scriptLoading: 'defer' })],
  });
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, result) => compiler.close(() => (error ? reject(error) : resolve(result)))),
  );
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  return output;
}
