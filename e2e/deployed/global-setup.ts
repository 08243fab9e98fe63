import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, hasPostgres, POSTGRES_15, startPostgres } from '../../scripts/postgres-server.mjs';
import { makeImages } from './images';
import { startNameServer } from './name-server';
import { startNginx, startService, writableFolder, type Deployed } from './processes';

const AREAS = ['company', 'ads', 'social', 'agents'] as const;
/** Everything that an address would read as its own. */
const PASSWORD = `aB+c/d= @:#?%41&"'$\`\\`;

/**
 * Everything of docker-compose.yml but Docker: PostgreSQL asking for a password, two service processes behind one
 * name, four remotes and the gateway, each as its image's folder holds it.
 */
export default async function setUp() {
  if (!hasPostgres(POSTGRES_15)) throw new Error(`There is no PostgreSQL in ${POSTGRES_15}.`);
  // CONSOLE_IMAGES keeps the folders from one run for the next, while one works on the tests.
  const kept = process.env.CONSOLE_IMAGES;
  const images = kept || mkdtempSync(path.join(tmpdir(), 'console-images-'));
  const stops: (() => unknown)[] = kept ? [] : [() => rmSync(images, { recursive: true, force: true })];
  const tearDown = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  try {
    if (!existsSync(path.join(images, 'api'))) await makeImages(images);
    const postgres = await startPostgres(POSTGRES_15, PASSWORD);
    stops.push(postgres.stop);
    const keys = writableFolder();
    stops.push(() => rmSync(keys, { recursive: true, force: true }));
    const service = {
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      DATABASE_PASSWORD: PASSWORD,
      KEY_DIR: keys,
      TRUST_PROXY: '1',
      CONSOLE_COMMAND: 'docker compose exec api console',
    };
    const port = String(await freePort());
    const hosts = ['127.0.0.2', '127.0.0.3'];
    const services = await Promise.all(
      hosts.map((HOST) => startService(images, ['serve', '--demo-anywhere'], { ...service, HOST, PORT: port })),
    );
    stops.push(() => Promise.all(services.map((one) => one.stop())));
    const remotes: Record<string, string> = {};
    for (const area of AREAS) {
      const remote = await startNginx(images, `remote-${area}`, {});
      stops.push(() => remote.stop());
      remotes[area] = new URL(remote.url).host;
    }
    const names = { api: hosts, ...Object.fromEntries(AREAS.map((area) => [`remote-${area}`, ['127.0.0.1']])) };
    const nameServer = await startNameServer(names);
    stops.push(nameServer.stop);
    const gateway = await startNginx(images, 'gateway', {
      DEMONSTRATION: 'yes',
      RESOLVER: nameServer.address,
      API_UPSTREAM: `api:${port}`,
      ...Object.fromEntries(
        AREAS.map((area) => [
          `REMOTE_${area.toUpperCase()}_UPSTREAM`,
          `remote-${area}:${remotes[area]?.split(':')[1]}`,
        ]),
      ),
    });
    stops.push(() => gateway.stop());
    const deployed: Deployed = {
      images,
      url: gateway.url,
      services: hosts.map((host) => `${host}:${port}`),
      remotes,
      resolver: nameServer.address,
      service,
    };
    process.env.CONSOLE_DEPLOYED = JSON.stringify(deployed);
    process.env.CONSOLE_URL = gateway.url;
    return tearDown;
  } catch (error) {
    await tearDown();
    throw error;
  }
}
