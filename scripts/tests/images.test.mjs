// Everything that the Dockerfile and the compose files name is there: parsed, for no Docker engine is needed to see that.
import { describe, expect, test } from '@jest/globals';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { laySettings } from '../nginx.mjs';
import { AREAS, root } from '../packages.mjs';
import { readConfig } from '../../api/src/start/config';

const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** The Dockerfile's stages by name: their base and their instructions, continued lines joined. */
const stages = {};
const globalArguments = {};
let current;
for (const line of read('Dockerfile').replace(/\\\n/g, ' ').split('\n')) {
  const [, word, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
  if (word === 'FROM') {
    const [base, , name] = rest.split(/\s+/);
    current = stages[name] = { base, lines: [] };
  } else if (word && current) current.lines.push({ word, rest });
  else if (word === 'ARG') globalArguments[rest.split('=')[0]] = rest.split('=')[1];
}
const linesOf = (stage, word) => stages[stage].lines.filter((line) => line.word === word).map(({ rest }) => rest);

const COMPOSE = ['docker-compose.yml', 'docker-compose.production.yml'];
const composed = Object.fromEntries(
  COMPOSE.map((file) => [file, parse(read(file), { merge: true, uniqueKeys: true })]),
);
const services = COMPOSE.flatMap((file) =>
  Object.entries(composed[file].services).map(([name, service]) => [`${name} of ${file}`, service, composed[file]]),
);

/** The names that the service reads of its environment, told by the reading itself. */
const readByService = () => {
  const names = new Set(['CONSOLE_COMMAND']);
  const folder = mkdtempSync(path.join(tmpdir(), 'console-images-'));
  const given = { KEY_DIR: folder, AGENT_BASE_URL: 'http://model', AGENT_MODEL: 'x' };
  for (const values of [given, { KEY_DIR: folder, ANTHROPIC_API_KEY: 'x', AGENT_MODEL: 'x' }])
    readConfig(
      new Proxy(values, {
        get: (target, name) => {
          names.add(name);
          return target[name];
        },
      }),
    );
  rmSync(folder, { recursive: true });
  return names;
};
/** The names that a start script reads: said outright, or for each area. */
const readByScript = (script) => {
  const text = read(`deploy/nginx/${script}`);
  const names = new Set([...text.matchAll(/read_(?:value|list|port) ([A-Z_]+)/g)].map(([, name]) => name));
  if (text.includes('_URL"')) for (const area of AREAS) names.add(`REMOTE_${area.toUpperCase()}_URL`);
  return names;
};

describe('the Dockerfile', () => {
  test('makes every folder by scripts/image.mjs, from an image of an exact version', () => {
    const made = Object.values(stages)
      .flatMap(({ lines }) => lines)
      .flatMap(({ word, rest }) => (word === 'RUN' ? (/node (\S+) (\S+) \/image$/.exec(rest)?.slice(1) ?? []) : []));
    expect(made).toEqual([
      'scripts/image.mjs',
      'api',
      'scripts/image.mjs',
      'gateway',
      'scripts/image.mjs',
      'remote-${AREA}',
    ]);
    expect(existsSync(path.join(root, 'scripts/image.mjs'))).toBe(true);
    for (const image of Object.values(globalArguments)) expect(image).toMatch(/^(node:24\.\d+|nginx:\d+\.\d+\.\d+)-/);
    for (const { base } of Object.values(stages))
      expect([...Object.keys(stages), ...Object.keys(globalArguments).map((name) => `\${${name}}`)]).toContain(base);
  });

  test('copies from stages that there are', () => {
    for (const stage of Object.keys(stages))
      for (const line of linesOf(stage, 'COPY')) {
        const from = /--from=(\S+)/.exec(line)?.[1];
        if (from) expect(Object.keys(stages)).toContain(from);
        else expect([stage, line]).toEqual(['source', '. .']);
      }
  });

  test.each(['api', 'gateway', 'remote'])(
    '%s runs as nobody in particular, is watched, and starts what it holds',
    (stage) => {
      expect(linesOf(stage, 'USER')).toEqual([stage === 'api' ? 'node' : '101:101']);
      expect(linesOf(stage, 'HEALTHCHECK')).toEqual([expect.stringMatching(/--start-period=\d+s .*CMD \[/)]);
      const [entry] = JSON.parse(linesOf(stage, 'ENTRYPOINT')[0]);
      if (stage === 'api') {
        expect(entry).toBe('console');
        expect(linesOf(stage, 'ENV').join()).toContain('PATH=/srv/bin:$PATH');
        expect(read('scripts/image.mjs')).toContain("path.join(folder, 'bin/console')");
        expect(statSync(path.join(root, 'deploy/console.sh')).mode & 0o111).toBe(0o111);
      } else {
        const script = `deploy/nginx/${path.basename(entry)}`;
        expect(path.dirname(entry)).toBe(linesOf(stage, 'COPY')[0].split(' ').at(-1));
        expect(statSync(path.join(root, script)).mode & 0o111).toBe(0o111);
        const folder = mkdtempSync(path.join(tmpdir(), 'console-image-'));
        laySettings(folder, stage);
        expect(readdirSync(folder)).toContain(path.basename(entry));
        rmSync(folder, { recursive: true });
      }
    },
  );

  test('a port is named once: exposed, listened on and looked at', () => {
    expect(linesOf('api', 'EXPOSE')).toEqual(['8080']);
    expect(linesOf('api', 'ENV').join()).toMatch(/\bPORT=8080\b/);
    expect(linesOf('api', 'HEALTHCHECK')[0]).toContain('http://127.0.0.1:8080/api/ready');
    for (const stage of ['gateway', 'remote']) {
      const ports = [...read(`deploy/nginx/${stage}.sh`).matchAll(/read_port \w+ (\d+)/g)].map(([, port]) => port);
      expect(linesOf(stage, 'EXPOSE')).toEqual([ports.join(' ')]);
      expect(linesOf(stage, 'HEALTHCHECK')[0]).toContain(`http://127.0.0.1:${ports[0]}/nginx-health`);
      expect(read(`deploy/nginx/${stage}.conf`)).toContain('location = /nginx-health');
    }
  });

  test('what the build may not see, it does not see', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining([
        '.git',
        '.env',
        '.env.*',
        'data',
        'certificate',
        'secrets',
        '**/node_modules',
        '**/dist',
      ]),
    );
  });
});

describe('a container', () => {
  test.each(services)('%s is limited, watched, and writes nowhere but where it is said', (_, service) => {
    expect(service).toMatchObject({
      restart: 'unless-stopped',
      init: true,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: expect.arrayContaining(['/tmp']),
      logging: { options: { 'max-size': '10m', 'max-file': '3' } },
      mem_limit: expect.any(String),
      cpus: expect.any(Number),
      pids_limit: expect.any(Number),
    });
    expect(service.user ?? 'of the image').not.toMatch(/^(root|0)/);
    if (service.build) expect(linesOf(service.build.target, 'HEALTHCHECK')).toHaveLength(1);
    else expect(service.healthcheck).toMatchObject({ start_period: expect.any(String) });
    // By the environment, as a digest or from a registry; else one of a version, or built here.
    const [, variable, image] = /^\$\{(\w+_IMAGE):-(.*)\}$/.exec(service.image) ?? [];
    expect(variable).toBeDefined();
    if (service.build) expect(image).toMatch(/^console(-production)?-[a-z-]+$/);
    else expect(image).toMatch(/^(ollama\/)?\w+:\d+\.\d+(\.\d+)?$/);
  });

  test.each(services)(
    '%s names stages, arguments, services, networks and volumes that there are',
    (_, service, file) => {
      if (service.build) {
        const { context, target, args = {} } = service.build;
        expect(existsSync(path.join(root, context, 'Dockerfile'))).toBe(true);
        expect(Object.keys(stages)).toContain(target);
        for (const [name, value] of Object.entries(args)) {
          // Without a value: the environment's, else the Dockerfile's own.
          if (value === null) {
            expect(Object.keys(globalArguments)).toContain(name);
            continue;
          }
          expect(linesOf(`${target}-folder`, 'ARG')).toContain(name);
          expect(existsSync(path.join(root, `remote-${value}/package.json`))).toBe(true);
        }
      }
      for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(file.services)).toContain(other);
      for (const secret of service.secrets ?? []) expect(Object.keys(file.secrets)).toContain(secret);
      for (const [variable, value] of Object.entries(service.environment ?? {}))
        // The providers' file is no secret, and lies in a folder with others.
        if (variable.endsWith('_FILE') && variable !== 'OIDC_PROVIDERS_FILE')
          expect(service.secrets.map((one) => `/run/secrets/${one}`)).toContain(value);
      for (const network of service.networks) expect(Object.keys(file.networks)).toContain(network);
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(/:(?![-}])/);
        if (!/^[.$/]/.test(source)) expect(Object.keys(file.volumes)).toContain(source);
      }
    },
  );

  test.each(services)('%s is given variables that are read', (name, service) => {
    const given = Object.keys(service.environment ?? {});
    const known = name.startsWith('api')
      ? readByService()
      : name.startsWith('gateway')
        ? readByScript('gateway.sh')
        : name.startsWith('remote')
          ? readByScript('remote.sh')
          : new Set(
              name.startsWith('model')
                ? ['MODEL', 'HOME', 'OLLAMA_MODELS']
                : ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'POSTGRES_PASSWORD_FILE'],
            );
    expect(given.filter((variable) => !known.has(variable))).toEqual([]);
  });

  test.each(COMPOSE)('%s: where the gateway looks by itself there are services, on its own network', (file) => {
    const { services, networks } = composed[file];
    const script = read('deploy/nginx/gateway.sh');
    const [, service] = /read_list API_UPSTREAM ([\w-]+):8080/.exec(script);
    expect(script).toContain('"remote-$area:8080"');
    for (const name of [service, ...AREAS.map((area) => `remote-${area}`)])
      expect(services[name].networks).toEqual(expect.arrayContaining(services.gateway.networks));
    // Only the service reaches the database.
    expect(networks.database).toEqual({ internal: true });
    expect(services.postgres.networks).toEqual(['database']);
    expect(services.postgres).not.toHaveProperty('ports');
    expect(Object.keys(services).filter((name) => services[name].networks.includes('database'))).toEqual([
      'postgres',
      'api',
    ]);
    const { hostname, port, username, pathname } = new URL(services.api.environment.DATABASE_URL);
    expect([hostname, port, pathname]).toEqual(['postgres', '5432', `/${services.postgres.environment.POSTGRES_DB}`]);
    expect(username).toBe(services.postgres.environment.POSTGRES_USER);
  });
});

test('the demonstration asks for no file and no variable, and shows itself to this machine alone', () => {
  const text = read('docker-compose.yml');
  for (const [, name, otherwise] of text.matchAll(/\$\{(\w+)(:?[-?])?/g))
    expect([name.replace(/^\w+_IMAGE$/, 'an image'), otherwise]).toEqual([
      expect.stringMatching(/^(BRAND|AGENT_MODEL|an image)$/),
      ':-',
    ]);
  const { api, postgres, gateway } = composed['docker-compose.yml'].services;
  expect(api.command).toEqual(['serve', '--demo-anywhere']);
  expect(api.environment.DATABASE_PASSWORD).toBe(postgres.environment.POSTGRES_PASSWORD);
  expect(api.volumes).toEqual([`keys:${api.environment.KEY_DIR}`]);
  expect(linesOf('api', 'RUN').join()).toContain(`install -d -o node -g node -m 0700 ${api.environment.KEY_DIR}`);
  expect(gateway.environment.DEMONSTRATION).toBe('yes');
  expect(gateway.ports).toEqual(['127.0.0.1:8080:8080']);
});

test('production asks for its secrets, has nothing of the demonstration, and believes one proxy', () => {
  const { services, secrets } = composed['docker-compose.production.yml'];
  const { api, gateway, postgres } = services;
  // By files, which neither the environment of a process nor `docker inspect` shows.
  expect(Object.values(secrets).map(({ file }) => file)).toEqual(
    ['postgres-password', 'secret', 'encryption-key'].map((name) => `\${SECRETS_DIR:-./secrets}/${name}`),
  );
  expect(api.environment).toMatchObject({
    SECRET_FILE: '/run/secrets/secret',
    ENCRYPTION_KEY_FILE: '/run/secrets/encryption-key',
    DATABASE_PASSWORD_FILE: postgres.environment.POSTGRES_PASSWORD_FILE,
  });
  for (const name of ['SECRET', 'ENCRYPTION_KEY', 'DATABASE_PASSWORD', 'KEY_DIR'])
    expect(api.environment).not.toHaveProperty(name);
  expect(read('.gitignore').split('\n')).toContain('secrets/');
  expect(api.volumes).toEqual([
    `\${BACKUP_DIR:-backups}:${api.environment.BACKUP_DIR}`,
    '${SIGN_IN_DIR:-./secrets/sign-in}:/run/sign-in:ro',
  ]);
  expect(linesOf('api', 'RUN').join()).toContain(api.environment.BACKUP_DIR);
  expect(api.command ?? []).toEqual([]);
  expect(api.environment.DATABASE_URL).not.toContain('$');
  expect(api.environment.TRUST_PROXY).toBe('1');
  expect(read('deploy/nginx/gateway.conf')).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(gateway.environment).not.toHaveProperty('DEMONSTRATION');
  const { networks } = composed['docker-compose.production.yml'];
  expect(networks[gateway.networks[0]].ipam.config[0].gateway).toBe(gateway.environment.TERMINATOR_ADDRESS);
  expect(gateway.networks).toHaveLength(1);
  for (const port of gateway.ports) expect(port).toContain(':-127.0.0.1:');
  const folder = path.dirname(/CERTIFICATE_FILE (\S+)/.exec(read('deploy/nginx/gateway.sh'))[1]);
  expect(gateway.volumes).toContainEqual(expect.stringContaining(`:${folder}:ro`));
});

test.each(COMPOSE)('%s: each front end keeps the files of its earlier releases in a volume of its own', (file) => {
  const { services } = composed[file];
  const names = Object.keys(services).filter((name) => /^(gateway|remote-)/.test(name));
  const [, folder] = /read_value RELEASES_DIR (\S+)/.exec(read('deploy/nginx/settings.sh'));
  const volumes = names.map((name) => services[name].volumes?.find((volume) => volume.endsWith(`:${folder}`)));
  expect(volumes).not.toContain(undefined);
  expect(new Set(volumes).size).toBe(names.length);
  for (const stage of ['gateway', 'remote'])
    expect(linesOf(stage, 'RUN').join()).toContain(`install -d -o 101 -g 101 ${folder}`);
});

test('the demonstration’s own model starts by its profile alone, and the service then asks that one', () => {
  const { api, model } = composed['docker-compose.yml'].services;
  expect(model.profiles).toEqual(['model']);
  expect(model.networks.filter((name) => api.networks.includes(name))).toEqual(['console']);
  expect(api.depends_on.model).toEqual({ condition: 'service_healthy', required: false });
  const [shell, flag, script, name] = api.entrypoint;
  expect([shell, flag, name]).toEqual(['sh', '-c', 'console']);
  expect(script).toMatch(/^if getent hosts model .*\n\s+export AGENT_BASE_URL=http:\/\/model:11434\/v1 AGENT_MODEL=/);
  const chosen = /AGENT_MODEL='([^']+)'/.exec(script)[1];
  expect(model.environment.MODEL).toBe(chosen);
  expect(`${linesOf('api', 'ENTRYPOINT')[0]}`).toBe('["console"]');
});

test('both files hold the same containers, and a remote for every area', () => {
  const [demonstration, production] = COMPOSE.map((file) =>
    Object.entries(composed[file].services)
      .flatMap(([name, { profiles }]) => (profiles ? [] : [name]))
      .sort(),
  );
  expect(production).toEqual(demonstration);
  const areas = readdirSync(root).filter((name) => name.startsWith('remote-'));
  expect(demonstration).toEqual(['api', 'gateway', 'postgres', ...areas].sort());
});
