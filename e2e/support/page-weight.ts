import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';
import { expect, type Page, type Request } from '@playwright/test';

const KB = 1000;
/** A page is at rest when nothing is open and nothing was asked for so long, in milliseconds. */
const REST_MS = 500;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Weight of a page: every request, and JavaScript in bytes as compressed on the wire, without heads. */
export interface Weight {
  /** The addresses that were asked for, in their order. */
  asked: string[];
  javascript: number;
  scripts: string[];
}

/** Weighs the page’s requests from now on; `weight()` waits until it is at rest, and starts again at zero. */
export function weigh(page: Page) {
  let asked: string[] = [];
  let last = Date.now();
  let sizes: Promise<{ url: string; bytes: number }>[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (/^(data|blob):/.test(request.url())) return;
    asked.push(request.url());
    last = Date.now();
    open.add(request);
  });
  const close = (request: Request) => {
    last = Date.now();
    open.delete(request);
  };
  page.on('requestfailed', close);
  page.on('requestfinished', (request) => {
    close(request);
    if (request.resourceType() !== 'script') return;
    sizes.push(request.sizes().then(({ responseBodySize }) => ({ url: request.url(), bytes: responseBodySize })));
  });
  // The page's own 'networkidle' is that of its load: a visit without a load is over before it began.
  const isAtRest = () => open.size === 0 && Date.now() - last > REST_MS;
  return {
    async weight(): Promise<Weight> {
      await expect.poll(isAtRest, { intervals: [50] }).toBe(true);
      const scripts = await Promise.all(sizes);
      const weighed = {
        asked,
        javascript: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
        scripts: scripts.map(({ url }) => url),
      };
      asked = [];
      sizes = [];
      return weighed;
    },
  };
}

/** The built file that a script of the console is. */
function fileOf(url: string): string {
  const { pathname } = new URL(url);
  const [, area, name] = /^\/remotes\/(\w+)\/(.*)/.exec(pathname) ?? [];
  return area ? path.join(root, `remote-${area}`, 'dist', name ?? '') : path.join(root, 'host/dist', pathname);
}

/** The largest packages and files in some scripts, by the source maps of the build: where to look when a budget is broken. */
export function largestModules(scripts: readonly string[]): string {
  const sizes = new Map<string, number>();
  for (const file of scripts.map(fileOf).filter((name) => existsSync(`${name}.map`))) {
    const lines = readFileSync(file, 'utf8').split('\n');
    const map = new TraceMap(readFileSync(`${file}.map`, 'utf8'));
    decodedMappings(map).forEach((segments, line) =>
      segments.forEach((segment, index) => {
        const source = segment.length > 1 ? (map.sources[segment[1] ?? 0] ?? '') : 'webpack runtime';
        const module = source
          .replace(/.*node_modules\/((?:@[^/]+\/)?[^/]+).*/, '$1')
          .replace(/^webpack:\/\/[^/]*\//, '');
        const end = segments[index + 1]?.[0] ?? lines[line]?.length ?? 0;
        sizes.set(module, (sizes.get(module) ?? 0) + end - segment[0]);
      }),
    );
  }
  const rows = [...sizes].sort(([, one], [, other]) => other - one).slice(0, 25);
  return rows.map(([module, bytes]) => `${(bytes / KB).toFixed(1).padStart(8)} kB minified  ${module}`).join('\n');
}
