// `pnpm dev`: the service and every build behind one URL, http://localhost:8080, each page loaded again when what it
// runs has changed. `pnpm dev AREA --console URL`: that area from here, all else from a console that is deployed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openFront } from './dev/front.mjs';
import { keepService } from './dev/service.mjs';
import { watch } from './dev/watch.mjs';

process.env.NODE_ENV = 'development';
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const AREAS = ['company', 'ads', 'social', 'agents'];
const USAGE = 'Usage: pnpm dev, or pnpm dev company --console https://console.example';

const { area, target, port } = asked();
const { host, remote } = await import('../webpack.federation.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'console-dev-'));
const ends = [() => rmSync(folder, { recursive: true, force: true })];
let ending = null;
const end = (status) => {
  ending ??= (async () => {
    for (const stop of ends.reverse()) await stop();
    process.exit(status);
  })();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));

/** A build that goes into this run's own folder, where it is called by its area. */
const build = (name, config) => {
  config.name = name;
  config.infrastructureLogging = { level: 'error' };
  config.output.path = path.join(folder, name === 'host' ? 'host' : `remote-${name}`, 'dist');
  return config;
};

try {
  await (area ? developArea() : developAll());
} catch (error) {
  console.error(error.code === 'EADDRINUSE' ? `Port ${port} is taken: set PORT to another number.` : error);
  end(1);
}

async function developArea() {
  const local = { [area]: path.join(folder, `remote-${area}`, 'dist') };
  const bar = `${area}: from this machine · all else: ${target.host}`;
  const front = await openFront({ console: target, local, bar, port });
  ends.push(front.close);
  const watching = await watch([build(area, remote(area))], front.tell);
  ends.push(watching.close);
  console.log(`\n${front.url} is ${target.origin} with ${area} from here.\n\nCtrl-C stops it.\n`);
}

async function developAll() {
  const servicePort = port + 1;
  // What is compiled now is not what `pnpm start` has built.
  rmSync(path.join(root, 'api/dist/.fingerprint'), { force: true });
  const service = keepService(root, {
    PORT: String(servicePort),
    HOST: '127.0.0.1',
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    CONSOLE_FILES: folder,
    ...Object.fromEntries(
      AREAS.map((name) => [`REMOTE_${name.toUpperCase()}_URL`, `/remotes/${name}/mf-manifest.json`]),
    ),
  });
  ends.push(service.stop);
  const front = await openFront({ console: new URL(`http://127.0.0.1:${servicePort}`), ready: service.up, port });
  ends.push(front.close);
  const builds = [build('host', host()), ...AREAS.map((name) => build(name, remote(name)))];
  const watching = await watch(builds, front.tell);
  ends.push(watching.close);
  await service.up();
  console.log(`\nThe console is ready: ${front.url}\n\nCtrl-C stops it.\n`);
}

/** What was asked for; a mistake ends in one sentence. */
function asked() {
  const fail = (sentence) => {
    console.error(`${sentence}\n${USAGE}`);
    process.exit(2);
  };
  const read = () => {
    try {
      return parseArgs({ options: { console: { type: 'string' } }, allowPositionals: true });
    } catch (error) {
      return fail(error.message);
    }
  };
  const { values, positionals } = read();
  const [name, ...others] = positionals;
  const number = process.env.PORT || '8080';
  if (!/^\d{1,5}$/.test(number) || Number(number) > 65_534)
    fail(`PORT is '${number}': set it to a number up to 65534.`);
  if (name === undefined && values.console === undefined) return { area: null, target: null, port: Number(number) };
  if (!AREAS.includes(name) || others.length > 0) fail(`Name one area: ${AREAS.join(', ')}.`);
  const address = values.console ?? '';
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    fail(`--console is '${address}': set it to the http(s) address of a console.`);
  return { area: name, target: new URL('/', address), port: Number(number) };
}
