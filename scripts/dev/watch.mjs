// Builds parts of the console again whenever a file of theirs changes.
import webpack from 'webpack';

/**
 * @param {object[]} configs of the bundler, each with the name of its part
 * @param {(names: string[]) => void} onBuilt what was built anew, after the first time
 * @returns {Promise<{ close(): Promise<void> }>} once everything was built for the first time
 */
export function watch(configs, onBuilt) {
  const compiler = webpack(configs);
  const hashes = new Map();
  return new Promise((ready) => {
    const watching = compiler.watch({ aggregateTimeout: 100 }, (error, stats) => {
      if (error) return console.error(error);
      const built = [];
      for (const one of stats.stats) {
        const { name } = one.compilation;
        if (hashes.get(name) === one.hash) continue;
        const isFirst = !hashes.has(name);
        hashes.set(name, one.hash);
        if (one.hasErrors()) console.error(one.toString({ preset: 'errors-only', colors: process.stdout.isTTY }));
        else if (!isFirst) built.push(name);
      }
      if (built.length > 0) {
        console.log(`Built ${built.join(', ')} again.`);
        onBuilt(built);
      }
      ready({ close: () => new Promise((closed) => watching.close(closed)) });
    });
  });
}
