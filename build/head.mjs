// The document's head beside the links: the one inline script of the console (shared-auth/head-script.ts and
// host/login/document-form.ts), what it knows of this build, the script's hash in a file beside the document, for the
// page's policy, and the host's styles.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync } from '@swc/core';
import HtmlPlugin from 'html-webpack-plugin';
import webpack from 'webpack';
import { exportsOf } from './exports-of.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { sources } = webpack;

/** Where the service and the gateway find the hash, as a policy names it. */
const HASH_FILE = 'head-script.sha256';
const PLAN_ID = 'head-plan';

const contract = path.join(root, 'contract');

/** How the list at each address asks for its rows, as its noun in the contract has it. */
export function firstRequests() {
  const loaded = new Map();
  const isSource = (name) => name.endsWith('.ts') && !/node_modules|\.test\.|\.d\.ts$/.test(name);
  const files = readdirSync(contract, { recursive: true }).filter(isSource);
  const exported = files.flatMap((name) => Object.values(exportsOf(path.join(contract, name), contract, loaded)));
  const { NOUNS } = exportsOf(path.join(contract, 'nouns.ts'), contract, loaded);
  const { DEFAULT_PAGE_SIZE } = exportsOf(path.join(contract, 'paging.ts'), contract, loaded);
  const nouns = new Set(exported.filter((value) => value?.kind in NOUNS && value.defaultSort));
  return Object.fromEntries(
    [...nouns].map(({ kind, query, defaultSort }) => {
      const { page: _page, page_size: _size, sort_by: _sortBy, sort: _sort, ...filters } = query.properties;
      const usual = { page: '1', page_size: `${DEFAULT_PAGE_SIZE}`, sort_by: defaultSort };
      return [NOUNS[kind].list, { resource: NOUNS[kind].path, usual, filters: Object.keys(filters) }];
    }),
  );
}

const filesOf = (compilation, chunk) =>
  compilation.namedChunkGroups
    .get(chunk)
    .getFiles()
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => `/${name}`);

/** The screens of the areas, as the route table, the remotes' contract and the nouns have them. */
function screens() {
  const { ROUTES } = exportsOf(path.join(root, 'host/config/route-table.ts'));
  const { chunkOf } = exportsOf(path.join(root, 'shared-ui/remote-contract.ts'));
  const lists = firstRequests();
  return ROUTES.filter(({ area }) => area !== null).map((route) => ({
    pattern: `^${route.path.replace(/:\w+/g, '[^/]+')}/?$`,
    area: route.area,
    groups: route.groups,
    chunk: chunkOf(route.path),
    list: lists[route.path],
  }));
}

function script() {
  const { prefetchPage } = exportsOf(path.join(root, 'shared-auth/head-script.ts'));
  const { driveLogin } = exportsOf(path.join(root, 'host/login/document-form.ts'));
  const plan = `JSON.parse(document.getElementById('${PLAN_ID}').textContent)`;
  const text = `(${driveLogin})((${prefetchPage})(${plan}))`;
  return minifySync(text, { compress: { passes: 2 }, mangle: true }).code;
}

const isStyle = (file) => file.endsWith('.css');

const link = (file) => ({
  tagName: 'link',
  voidTag: true,
  meta: {},
  attributes: { rel: 'preload', as: 'script', href: file },
});
/** A style as part of the document: by its `data-href` the bundler's runtime takes the file for one that is there. */
const styleOf = (compilation) => (file) => ({
  tagName: 'style',
  voidTag: false,
  meta: {},
  attributes: { 'data-href': file },
  innerHTML: String(compilation.getAsset(file.slice(1)).source.source()),
});
const inline = (text, attributes = {}) => ({
  tagName: 'script',
  voidTag: false,
  meta: {},
  attributes,
  innerHTML: text,
});

/** The hash of the script in a document, as a policy names it. Data is no script and needs no hash. */
const hashIn = (html) => {
  const [, text] = /<script>([^]*?)<\/script>/.exec(html);
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
};

/**
 * Puts the head together: what lies behind the async boundary comes beside the entry and not after it, the script asks
 * for the rest, and the styles of both are in the document: three files less for seven kB more. `parts` are the names of
 * the chunks that signed-in people need, `{ signedIn, dashboard, lists }`.
 */
export const head = (parts) => ({
  apply: (compiler) =>
    compiler.hooks.compilation.tap('head', (compilation) => {
      const hooks = HtmlPlugin.getHooks(compilation);
      hooks.alterAssetTagGroups.tap('head', (page) => {
        const { signedIn, dashboard, lists } = Object.fromEntries(
          Object.entries(parts).map(([name, chunk]) => [name, filesOf(compilation, chunk)]),
        );
        const start = filesOf(compilation, 'bootstrap');
        const scriptsIn = (files) => files.filter((file) => !isStyle(file));
        const plan = {
          signedIn: scriptsIn(signedIn),
          dashboard: scriptsIn(dashboard),
          lists: scriptsIn(lists),
          screens: screens(),
        };
        // `<` would end the element where a text holds `</script>`.
        const data = JSON.stringify(plan).replaceAll('<', '\\u003c');
        page.headTags.unshift(
          inline(data, { type: 'application/json', id: PLAN_ID }),
          inline(script()),
          ...scriptsIn(start).map(link),
        );
        // Behind what is fetched, which need not wait for them.
        page.headTags.push(
          ...[...start, ...signedIn, ...dashboard, ...lists].filter(isStyle).map(styleOf(compilation)),
        );
        return page;
      });
      hooks.beforeEmit.tap('head', (page) => {
        compilation.emitAsset(HASH_FILE, new sources.RawSource(`${hashIn(page.html)}\n`));
        return page;
      });
    }),
});
