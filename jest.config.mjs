// Packages that ship only ES modules and therefore have to be compiled for Jest; pnpm's folder names spell a scope's slash as a plus.
const markdown = [
  ...[
    '(?:react-markdown|unified|vfile|property-information|hastscript|mdast|hast|unist|remark|rehype|micromark)[\\w-]*',
  ],
  ...[
    '(?:character|estree-util|html|is-alpha|is-decimal|is-hexa|is-plain|comma|space|decode-named|escape-string)[\\w-]*',
  ],
  ...['bail', 'ccount', 'devlop', 'entities', 'longest-streak', 'markdown-table', 'parse-entities', 'parse5'],
  ...['stringify-entities', 'trim-lines', 'trough', 'web-namespaces', 'zwitch'],
];
const esModules = ['eventsource-parser', 'kysely', ...markdown].join('|');
const compile = (parser) => ({
  '^.+\\.(m?[jt]sx?)$': [
    '@swc/jest',
    { jsc: { target: 'es2022', parser, transform: { react: { runtime: 'automatic' } } }, module: { type: 'commonjs' } },
  ],
});
const shared = {
  transform: compile({ syntax: 'typescript', tsx: true }),
  transformIgnorePatterns: [`/node_modules/\\.pnpm/(?!(${esModules})@)`],
};

export default {
  // Each test file has a database or a page of its own, so every core may have one.
  maxWorkers: '100%',
  // A limit for what hangs, not a measure: the machine may be busy with something else. No test sets another.
  testTimeout: 600_000,
  projects: [
    {
      ...shared,
      displayName: 'api',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/api/**/*.test.ts', '<rootDir>/scripts/**/*.test.mjs'],
      modulePathIgnorePatterns: ['/dist/'],
      globalSetup: '<rootDir>/api/src/testing/start-database.ts',
      globalTeardown: '<rootDir>/api/src/testing/stop-database.ts',
      setupFilesAfterEnv: ['<rootDir>/scripts/second-try.mjs'],
    },
    {
      ...shared,
      displayName: 'web',
      testEnvironment: '<rootDir>/shared-ui/testing/browser-environment.cjs',
      testMatch: ['<rootDir>/(shared-auth|shared-ui|remote-*|host)/**/*.test.{ts,tsx}'],
      modulePathIgnorePatterns: ['/dist/'],
      moduleNameMapper: { '\\.css$': '<rootDir>/shared-ui/testing/no-styles.cjs' },
      setupFilesAfterEnv: ['<rootDir>/scripts/second-try.mjs', '<rootDir>/shared-ui/testing/setup.ts'],
    },
  ],
};
