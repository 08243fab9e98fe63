// `pnpm dev`: the service and every build behind one URL, http://localhost:8080, each page loaded again when what it
// runs has changed. `pnpm dev AREA --console URL`: that area from here, all else from a console that is deployed.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { keepService } from './dev/processes.mjs';
import { consoleAt, developArea, portOf, runUntilStopped, UsageError } from './dev/run.mjs';
import { openServer } from './dev/server.mjs';
import { AREAS, root } from './packages.mjs';

process.env.NODE_ENV = 'development';

try {
  const { values, positionals } = parseArgs({ options: { console: { type: 'string' } }, allowPositionals: true });
  const port = portOf(process.env);
  const { host, remote } = await import('../build/federation.mjs');
  if (positionals.length === 0 && values.console === undefined) await developAll(port, host, remote);
  else {
    const [area, ...others] = positionals;
    if (!AREAS.includes(area) || others.length > 0) throw new UsageError(`Name one area: ${AREAS.join(', ')}.`);
    await developArea(area, remote(area), root, consoleAt(values.console), port);
  }
} catch (error) {
  if (!(error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS'))) throw error;
  console.error(`${error.message}\nUsage: pnpm dev, or pnpm dev company --console https://console.example`);
  process.exitCode = 2;
}

function developAll(port, host, remote) {
  // The compiled service is not that of `pnpm start`.
  rmSync(path.join(root, 'api/dist/.fingerprint'), { force: true });
  return runUntilStopped(async ({ folder, atEnd }) => {
    const servicePort = port + 1;
    const service = keepService(root, {
      PORT: String(servicePort),
      HOST: '127.0.0.1',
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
      CONSOLE_FILES: folder,
      ...Object.fromEntries(
        AREAS.map((name) => [`REMOTE_${name.toUpperCase()}_URL`, `/remotes/${name}/mf-manifest.json`]),
      ),
    });
    atEnd(service.stop);
    const hostBuild = host();
    hostBuild.output.path = path.join(folder, 'host/dist');
    const builds = [hostBuild, ...AREAS.map((area) => ({ ...remote(area), name: area }))];
    const console = new URL(`http://127.0.0.1:${servicePort}`);
    const server = await openServer({ builds, project: root, console, ready: service.up, port });
    atEnd(server.close);
    await service.up();
    return `The console is ready: ${server.url}`;
  });
}
