// The tests of the service and of the scripts; package.json names this file and jest.web.mjs. Each test file has a database or
// a page of its own, so every core has a worker; the time limit there is for what hangs, not a measure, and no test sets another.

// Packages that ship only ES modules and therefore have to be compiled for Jest; pnpm's folder names spell a scope's slash as a plus.
const markdown = [
  '(?:react-markdown|unified|vfile|property-information|hastscript|mdast|hast|unist|remark|rehype|micromark)[\\w-]*',
  '(?:character|estree-util|html|is-alpha|is-decimal|is-hexa|is-plain|comma|space|decode-named|escape-string)[\\w-]*',
  'bail',
  'ccount',
  'devlop',
  'entities',
  'longest-streak',
  'markdown-table',
  'parse-entities',
  'parse5',
  'stringify-entities',
  'trim-lines',
  'trough',
  'web-namespaces',
  'zwitch',
];
const esModules = [
  'eventsource-parser',
  'kysely',
  'uqr',
  'openid-client',
  'oauth4webapi',
  'jose',
  '@scure\\+base',
  '@noble\\+hashes',
  ...markdown,
].join('|');
const compile = (parser) => ({
  '^.+\\.(m?[jt]sx?)$': [
    '@swc/jest',
    { jsc: { target: 'es2022', parser, transform: { react: { runtime: 'automatic' } } }, module: { type: 'commonjs' } },
  ],
});

/** The settings of both projects: the project's folder, and how a file is compiled. */
export const shared = {
  rootDir: '..',
  transform: compile({ syntax: 'typescript', tsx: true }),
  transformIgnorePatterns: [`/node_modules/\\.pnpm/(?!(${esModules})@)`],
};

export default {
  ...shared,
  displayName: 'api',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{contract,api}/**/*.test.{ts,mjs}', '<rootDir>/scripts/**/*.test.mjs'],
  modulePathIgnorePatterns: ['/dist/'],
  globalSetup: '<rootDir>/api/src/testing/start-database.ts',
  globalTeardown: '<rootDir>/api/src/testing/stop-database.ts',
  setupFilesAfterEnv: ['<rootDir>/scripts/tests/second-try.mjs'],
};
