// The one address of `pnpm dev`, on this machine alone: webpack-dev-server serves what is built here, and hands all other
// requests on to a console.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { stringify } from 'node:querystring';
import { responseInterceptor } from 'http-proxy-middleware';
import webpack from 'webpack';
import DevServer from 'webpack-dev-server';
import { keepTypes } from './processes.mjs';

const IN_PAGE = readFileSync(new URL('client.js', import.meta.url), 'utf8');
const EVENTS = '/.dev/events';
/** Loads the page again after an edit, for hot replacement does not reach across the federation, and shows errors over it. */
const CLIENT = `${createRequire(import.meta.url).resolve('webpack-dev-server/client/index.js')}?${stringify({
  protocol: 'auto:',
  hostname: '0.0.0.0',
  port: 0,
  pathname: EVENTS,
  hot: false,
  'live-reload': true,
  logging: 'error',
  overlay: JSON.stringify({ errors: true, warnings: false, runtimeErrors: false }),
})}`;
const isPage = ({ method, headers }) => method === 'GET' && (headers.accept ?? '').includes('text/html');

/**
 * @param {object} options
 * @param {object[]} options.builds configurations of the bundler, named `host` or after an area; pages that load the
 *   first are loaded again after an edit
 * @param {string} options.project the folder whose types are checked after each build
 * @param {URL} options.console where everything comes from that is not built here
 * @param {string} [options.bar] what a bar on each page says
 * @param {() => Promise<unknown>} [options.ready] what is waited for before a request is handed on
 * @param {number} options.port
 * @returns {Promise<{ url: string, close(): Promise<unknown> }>} once everything was built
 */
export async function openServer({ builds, project, console: target, bar = '', ready = async () => undefined, port }) {
  const areas = builds.map(({ name }) => name).filter((name) => name !== 'host');
  /** Where the other areas lie: they are asked through here, for their servers know the console's own origin alone. */
  const elsewhere = new Map();
  const remoteOf = (url) => /^\/remotes\/([\w-]+)\/(.*)$/.exec(url) ?? [];
  const addressOf = (url) => {
    const [, area, file] = remoteOf(url);
    return elsewhere.has(area) ? new URL(file, elsewhere.get(area)) : new URL(url, target);
  };

  /** The areas' addresses, all of this origin: the local ones, and those of the console as it has them. */
  function withLocalAreas(text) {
    const config = JSON.parse(text);
    for (const [area, listed] of Object.entries(config.remotes)) {
      const url = new URL(listed, target);
      if (!areas.includes(area)) elsewhere.set(area, new URL('.', url));
      config.remotes[area] = `/remotes/${area}/${url.pathname.split('/').at(-1)}${url.search}`;
    }
    for (const area of areas) config.remotes[area] = `/remotes/${area}/mf-manifest.json`;
    return JSON.stringify(config);
  }

  /** Hands on what is `context`; `change` makes another text of an answer of this type, all else goes through as it comes. */
  const handOn = (context, type, change) => ({
    context,
    target: target.origin,
    changeOrigin: true,
    autoRewrite: true,
    protocolRewrite: 'http',
    selfHandleResponse: change !== undefined,
    router: async ({ url }) => {
      await ready();
      return addressOf(url).origin;
    },
    pathRewrite: (url) => addressOf(url).pathname + addressOf(url).search,
    onProxyReq(asked, { headers }) {
      if (headers.origin) asked.setHeader('origin', target.origin);
      if (change) for (const name of ['if-none-match', 'if-modified-since']) asked.removeHeader(name);
    },
    onProxyRes(answer, request, response) {
      delete answer.headers['strict-transport-security'];
      // A stream without a reader ends there too.
      response.on('close', () => answer.destroy());
      if (!change) return;
      delete answer.headers.etag;
      const isChanged = answer.headers['content-type']?.startsWith(type);
      void responseInterceptor((text) => (isChanged ? change(text.toString()) : text))(answer, request, response);
    },
    onError(error, _, response) {
      // A partial response can only be aborted.
      if (response.headersSent) return response.destroy();
      response.statusCode = 502;
      response.end(`${target.origin} could not be asked: ${error.code ?? error.message}.\n`);
    },
  });

  const isOurs = (pathname) => areas.includes(remoteOf(pathname)[1]);
  const isConfig = (pathname) => pathname === '/config.json' && areas.length === builds.length;
  const compiler = webpack(builds.map((build, index) => forServer(build, index === 0)));
  let errors = [];
  const server = new DevServer(
    {
      host: '127.0.0.1',
      port,
      hot: false,
      compress: false,
      static: false,
      setupExitSignals: false,
      // One build has it, so that a page has one.
      client: false,
      webSocketServer: { type: 'ws', options: { path: EVENTS } },
      devMiddleware: {
        index: false,
        headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
        // The service serves the document, with the policy that allows its script.
        writeToDisk: (file) => /\/(index\.html|head-script\.sha256)$/.test(file),
      },
      setupMiddlewares(middlewares, { app }) {
        const script = `globalThis.devSettings = ${JSON.stringify({ bar })};\n${IN_PAGE}`;
        app.use('/.dev/client.js', (_, response) => response.type('js').set('cache-control', 'no-store').send(script));
        return middlewares;
      },
      proxy: [
        handOn(isConfig, 'application/json', withLocalAreas),
        handOn(
          (pathname, request) => isPage(request) && !isOurs(pathname),
          'text/html',
          (page) => page.replace('<head>', '<head><script src="/.dev/client.js"></script>'),
        ),
        handOn((pathname, request) => !isConfig(pathname) && !isPage(request) && !isOurs(pathname)),
      ],
    },
    compiler,
  );
  const show = (pages) => errors.length > 0 && server.sendMessage(pages, 'errors', errors, { preventReloading: true });
  const types = keepTypes(project, (found) => {
    const { clients } = server.webSocketServer;
    if (found.length === 0 && errors.length > 0) server.sendMessage(clients, 'still-ok');
    errors = found;
    show(clients);
  });
  compiler.hooks.done.tap('types', types.check);
  const built = new Promise((resolve) => compiler.hooks.done.tap('built', resolve));
  await server.start();
  server.webSocketServer.implementation.on('connection', (page) => show([page]));
  await built;
  return {
    url: `http://localhost:${server.server.address().port}`,
    close: () => Promise.all([types.stop(), server.stop()]),
  };
}

/** A build as the server needs it. */
function forServer(config, isHeard) {
  config.infrastructureLogging = { level: 'error' };
  config.stats = 'errors-only';
  config.watchOptions = { aggregateTimeout: 20 };
  if (config.name !== 'host') config.output.publicPath = `/remotes/${config.name}/`;
  if (isHeard) config.plugins.push(new webpack.EntryPlugin(config.context, CLIENT, { name: undefined }));
  return config;
}
