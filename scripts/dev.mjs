// `pnpm dev`: the service and every build with reload, behind one URL (http://localhost:8080).
// One webpack-dev-server builds the host and the remotes and hands /api and /config.json to the service.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

process.env.NODE_ENV = 'development';
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { default: webpack } = await import('webpack');
const { default: DevServer } = await import('webpack-dev-server');
const { host, remote } = await import('../webpack.federation.mjs');

const PORT = Number(process.env.PORT ?? 8080);
const API_PORT = PORT + 1;
const AREAS = ['company', 'ads', 'social', 'agents'];

const children = [];
const start = (command, env = {}) => {
  const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  children.push(child);
  return child;
};
const tsc = [path.join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', 'api/tsconfig.build.json'];
await new Promise((resolve) => start(tsc).on('close', resolve));
start([...tsc, '--watch', '--preserveWatchOutput']);
start(
  [
    '--watch-path=api/dist',
    '--watch-preserve-output',
    '--enable-source-maps',
    '--disable-warning=ExperimentalWarning',
    'api/dist/src/main.js',
    'serve',
    '--demo',
  ],
  {
    PORT: String(API_PORT),
    ...Object.fromEntries(
      AREAS.map((area) => [`REMOTE_${area.toUpperCase()}_URL`, `/remotes/${area}/mf-manifest.json`]),
    ),
  },
);

const builds = [
  host(),
  ...AREAS.map((area) => {
    const config = remote(area);
    config.output.publicPath = `/remotes/${area}/`;
    return config;
  }),
];
const server = new DevServer(
  {
    port: PORT,
    hot: false,
    liveReload: true,
    historyApiFallback: { disableDotRule: true },
    proxy: [{ context: ['/api', '/config.json'], target: `http://127.0.0.1:${API_PORT}` }],
    client: { overlay: { errors: true, warnings: false } },
  },
  webpack(builds),
);
await server.start();

const stop = async () => {
  for (const child of children) child.kill('SIGINT');
  await server.stop();
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
