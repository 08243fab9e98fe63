// Each wall between the top folders is shown by a snippet that crosses it, and by one beside it that does not.
import { describe, expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import config from '../../eslint.config.mjs';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const linter = new Linter({ cwd: root });

/** The words of the walls that a file with this text crosses. */
const crossed = (file, code) =>
  linter
    .verify(code, config, { filename: path.join(root, file) })
    .filter(({ ruleId }) => ruleId === null || ruleId === 'console/wall' || ruleId.startsWith('no-restricted-'))
    .map(({ message }) => message);

const SCREEN = 'remote-ads/facebook-ads/facebook-ads.screen.tsx';

describe('the lint walls', () => {
  test.each([
    ['the contract imports a package', 'contract/company/companies.ts', "import { Kysely } from 'kysely';"],
    ['the contract imports the service', 'contract/company/companies.ts', "import { x } from '../../api/src/config';"],
    ['the service imports a browser package', 'api/src/app.ts', "import { http } from 'shared-auth';"],
    ['the service reaches into a browser package', 'api/src/app.ts', "import { http } from '../../shared-auth/http';"],
    ['shared-auth imports shared-ui', 'shared-auth/session.ts', "import { Spinner } from 'shared-ui';"],
    ['shared-auth imports the service', 'shared-auth/session.ts', "import { app } from 'api/src/app';"],
    ['shared-ui imports a remote', 'shared-ui/index.ts', "export * from 'remote-ads/screens';"],
    ['shared-ui imports the host', 'shared-ui/index.ts', "import { ROUTES } from '../host/route-table';"],
    ['shared-ui signs people in', 'shared-ui/index.ts', "import { signIn } from 'shared-auth/host';"],
    [
      'shared-ui reaches behind a face of shared-auth',
      'shared-ui/index.ts',
      "import { x } from '../shared-auth/tokens';",
    ],
    ['a remote imports another remote', SCREEN, "import { screens } from 'remote-social/screens';"],
    ['a remote reaches into another remote', SCREEN, "import { x } from '../../remote-social/screens';"],
    ['a remote loads another remote lazily', SCREEN, "void import('../../remote-social/screens');"],
    ['a remote imports the host', SCREEN, "import { ROUTES } from 'host/route-table';"],
    ['a remote signs people in', SCREEN, "import { signIn } from 'shared-auth/host';"],
    ['a remote imports antd', SCREEN, "import { Table } from 'antd';"],
    ['a remote imports a part of antd', SCREEN, "import Table from 'antd/es/table';"],
    ['a remote imports antd’s icons', SCREEN, "import { TagOutlined } from '@ant-design/icons';"],
    ['a remote imports the router by itself', SCREEN, "import { Link } from 'react-router-dom';"],
    ['a remote uses the scripted service', SCREEN, "import { startService } from 'shared-auth/testing';"],
    ['a remote opens screens as tests do', SCREEN, "import { openScreen } from 'shared-ui/testing';"],
    ['the host imports a remote', 'host/main.ts', "void import('remote-ads/screens');"],
    ['the host imports antd', 'host/main.ts', "import { App } from 'antd';"],
    ['an e2e test imports a package', 'e2e/login.spec.ts', "import { http } from 'shared-auth';"],
    ['a screen says fetch', SCREEN, "void fetch('/api/companies');"],
    ['a screen says window.fetch', SCREEN, "void window.fetch('/api/companies');"],
    ['a screen opens an XMLHttpRequest', SCREEN, 'new XMLHttpRequest();'],
    ['shared-ui says localStorage', 'shared-ui/theme/use-theme.ts', "localStorage.getItem('access_token');"],
    ['the host says window.localStorage', 'host/guard.tsx', "window.localStorage.getItem('access_token');"],
    ['a screen says sessionStorage', SCREEN, 'sessionStorage.clear();'],
    ['a remote makes a slice of its own', SCREEN, "import { createApi } from '@reduxjs/toolkit/query/react';"],
    ['a remote injects past the check of names', SCREEN, "import { api } from 'shared-auth'; api.injectEndpoints({});"],
    ['keys are packed by a spread', 'api/src/app.ts', 'const rest = {}; export const cup = { ...{ a: 1 }, ...rest };'],
    ['items are packed by a spread', 'bench/run.mjs', "export const cups = [...['red', 'blue'], 'green'];"],
    ['props are packed by a spread', SCREEN, 'const on = 1; export const cup = <p {...{ on }} />;'],
  ])('%s: fails', (_, file, code) => {
    expect(crossed(file, code)).toHaveLength(1);
  });

  test.each([
    ['the contract', 'contract/company/companies.ts', "import { id } from '../schema'; void id;"],
    ['the service', 'api/src/app.ts', "import { id } from 'contract/schema'; import x from 'fastify'; void [id, x];"],
    ['shared-auth', 'shared-auth/http.ts', "import { GROUPS } from 'contract/session'; void fetch(String(GROUPS));"],
    [
      'shared-ui',
      'shared-ui/dialog/dialog.tsx',
      "import { App } from 'antd'; import { http } from 'shared-auth'; void [App, http];",
    ],
    [
      'a screen',
      SCREEN,
      "import { Link } from 'shared-ui/router'; import { id } from 'contract/schema'; void [Link, id];",
    ],
    ['the host', 'host/main.ts', "import { signIn } from 'shared-auth/host'; void signIn;"],
    [
      'a screen’s test',
      'remote-ads/facebook-ads/facebook-ads.screen.test.tsx',
      "import { startService } from 'shared-auth/testing'; import { signIn } from 'shared-auth/host'; localStorage.clear(); void [startService, signIn];",
    ],
  ])('what is open to %s passes', (_, file, code) => {
    expect(crossed(file, code)).toEqual([]);
  });
});

describe('the packages’ own walls', () => {
  const manifestOf = (folder) => JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  /** Which of these names a module of `folder` can import at all; asked of Node itself, for Jest, and NODE_PATH, resolve by other rules. */
  const reachable = (folder, names) => {
    const script = `
      const { resolve } = require('node:module').createRequire(process.argv[1]);
      const reaches = (name) => { try { return !!resolve(name); } catch { return false; } };
      console.log(JSON.stringify(process.argv.slice(2).filter((name) => reaches(name) || reaches(name + '/package.json'))));
    `;
    const from = path.join(root, folder, 'package.json');
    return JSON.parse(execFileSync(process.execPath, ['-e', script, from, ...names], { encoding: 'utf8', env: {} }));
  };
  const REMOTES = ['remote-company', 'remote-ads', 'remote-social', 'remote-agents'];

  test.each(['shared-auth', 'shared-ui', 'host', ...REMOTES])(
    '%s reaches the contract, and nothing of the service',
    (folder) => {
      expect(manifestOf(folder).dependencies).toHaveProperty('contract');
      expect(reachable(folder, ['api/src/main', 'api/dist/src/main', 'api'])).toEqual([]);
    },
  );

  test('a shared package shows its public faces and nothing else', () => {
    const names = [
      'shared-auth',
      'shared-auth/tokens',
      'shared-ui',
      'shared-ui/badge',
      'shared-ui/list-screen/list-screen',
    ];
    expect(reachable('remote-company', names)).toEqual(['shared-auth', 'shared-ui']);
    for (const folder of ['shared-auth', 'shared-ui'])
      for (const file of Object.values(manifestOf(folder).exports))
        expect(existsSync(path.join(root, folder, file))).toBe(true);
  });

  test.each(REMOTES)(
    '%s reaches no other remote, not the host, and antd and the router only through shared-ui',
    (remote) => {
      const others = REMOTES.filter((other) => other !== remote);
      expect(reachable(remote, [...others, 'host', 'antd', 'react-router-dom', 'fastify'])).toEqual([]);
      // A remote's own libraries are its own matter, and lie in its own folder.
      expect(Object.keys(manifestOf(remote).dependencies)).toContain('contract');
    },
  );

  test('strict dependencies keep the others from what they do not declare', () => {
    expect(reachable('shared-auth', ['antd', 'react-router-dom', 'shared-ui', 'host', 'fastify', ...REMOTES])).toEqual(
      [],
    );
    expect(reachable('shared-ui', ['host', 'fastify', ...REMOTES])).toEqual([]);
    expect(reachable('host', ['antd', 'react-router-dom', 'fastify', ...REMOTES])).toEqual([]);
    expect(reachable('api', ['react', 'antd', 'shared-auth', 'shared-ui', 'host', ...REMOTES])).toEqual([]);
  });
});

describe('class names', () => {
  const filesOf = (folder, suffix) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.join(folder, name))
      .filter((name) => name.endsWith(suffix) && !/node_modules|dist|testing|\.test\./.test(name));
  const read = (file) => readFileSync(path.join(root, file), 'utf8').replace(/\/\*.*?\*\//gs, '');
  const inStyles = (file) => [...read(file).matchAll(/\.(-?[_a-z][\w-]*)(?=[^{}]*\{)/gi)].map(([, name]) => name);
  const inMarkup = (file) =>
    [...read(file).matchAll(/className(?:=|: )\{?["'`]([^"'`]*)/g)].flatMap(([, names]) => names.split(/\s+/));
  const ofSharedUi = new Set(filesOf('shared-ui', '.css').flatMap(inStyles));

  test.each(['host', 'remote-ads', 'remote-agents', 'remote-company', 'remote-social'])(
    'of shared-ui are its own: %s draws with its components and names none of its classes',
    (folder) => {
      const names = [
        ...filesOf(folder, '.css').flatMap((file) => inStyles(file).map((name) => `${file}: ${name}`)),
        ...filesOf(folder, '.tsx').flatMap((file) => inMarkup(file).map((name) => `${file}: ${name}`)),
      ];
      expect(ofSharedUi).toContain('c-input');
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => ofSharedUi.has(name.split(': ')[1]))).toEqual([]);
    },
  );

  test('of the login in the document are those of the parts that it looks like', () => {
    const [login] = /<main[^]*?<\/main>/.exec(read('host/index.html'));
    const names = [...login.matchAll(/class="([^"]*)"/g)].flatMap(([, some]) => some.split(' '));
    const styled = new Set([...ofSharedUi, ...filesOf('host', '.css').flatMap(inStyles)]);
    expect(names).toContain('c-button--primary');
    expect(names.filter((name) => !styled.has(name))).toEqual([]);
  });
});

describe('files', () => {
  const ROOMS = ['api/src', 'contract', 'host', 'shared-auth', 'shared-ui'];
  const REMOTES = readdirSync(root).filter((name) => name.startsWith('remote-'));
  const isSource = (name) => /\.tsx?$/.test(name) && !/node_modules|\/dist\/|\/testing\/|\.test\.|\.d\.ts$/.test(name);
  const sources = [...ROOMS, ...REMOTES].flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true })
      .map((name) => path.join(room, name))
      .filter(isSource),
  );
  const known = new Set(sources);
  /** The files that a file imports, types and late parts too. */
  const importsOf = (file) =>
    ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'), true, true).importedFiles.flatMap(({ fileName }) => {
      const base = path.join(path.dirname(file), fileName);
      const found = [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((name) => known.has(name));
      return fileName.startsWith('.') && found ? [found] : [];
    });

  /** The first circle among the imports of these files, as its files in order; null without one. */
  function circleIn(files, imports) {
    const done = new Set();
    const visit = (file, path) => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
      if (done.has(file)) return null;
      for (const next of imports(file)) {
        const circle = visit(next, [...path, file]);
        if (circle) return circle;
      }
      done.add(file);
      return null;
    };
    for (const file of files) {
      const circle = visit(file, []);
      if (circle) return circle;
    }
    return null;
  }

  test('import each other in no circle', () => {
    const graph = { a: ['b'], b: ['c'], c: ['b'] };
    expect(circleIn(['a'], (file) => graph[file])).toEqual(['b', 'c', 'b']);
    expect(sources.length).toBeGreaterThan(500);
    expect(circleIn(sources, importsOf)).toBeNull();
  });

  test('in a folder of the host import none of its root, which puts the folders together', () => {
    const isAtRoot = (file) => path.dirname(file) === 'host';
    const up = sources
      .filter((file) => file.startsWith('host/') && !isAtRoot(file))
      .flatMap((file) =>
        importsOf(file)
          .filter(isAtRoot)
          .map((imported) => `${file} → ${imported}`),
      );
    expect(sources.filter(isAtRoot).length).toBeGreaterThan(3);
    expect(up).toEqual([]);
  });
});

test('the root holds at most 30 entries, those with a dot included', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  const entries = new Set(files.filter(Boolean).map((file) => file.split('/')[0]));
  expect([...entries].slice(30)).toEqual([]);
});
