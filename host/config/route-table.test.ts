import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONSOLE_PATHS, isScreenPath } from 'contract/console-paths';
import { MENU, ROUTES, routeOf } from './route-table';

test('every address of the console is the login, the way out, the dashboard or a row of the route table', () => {
  const here = ['/', '/login', '/clear-auth', ...ROUTES.map((route) => route.path)];
  expect(here.sort()).toEqual([...CONSOLE_PATHS].sort());
});

test('every entry of the menu is a row of the route table with words', () => {
  for (const path of MENU.flatMap((section) => section.paths)) expect(routeOf(path).entry).toBeTruthy();
});

const gateway = readFileSync(path.join(__dirname, '../../deploy/nginx/gateway.conf'), 'utf8');

test('the gateway hands every call to the service, whatever its path ends with', () => {
  // ^~: before the patterns for files, which a tag of that name would match.
  expect(gateway).toContain('location ^~ /api {');
});

test('the gateway answers every address of the console with its document', () => {
  const pattern = new RegExp(/location ~ (\^\/\(login.*\$) \{/.exec(gateway)?.[1] ?? 'missing');
  for (const address of CONSOLE_PATHS) expect(address.replace(':id', '5')).toMatch(pattern);
  for (const address of ['/ads/notes', '/company/reports/7', '/social/a/b/', '/agents/x']) {
    expect(address).toMatch(pattern);
    expect(isScreenPath(address)).toBe(true);
  }
  for (const address of ['/env', '/.git', '/metrics', '/docs', '/knowledge/5', '/ads', '/ads/', '/ads//', '/adsx/n']) {
    expect(address).not.toMatch(pattern);
    expect(isScreenPath(address)).toBe(false);
  }
  expect('/ads/notes.js').not.toMatch(pattern);
});
