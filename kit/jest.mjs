// The test set-up of a remote: a page with what jsdom lacks, React, styles left out. A remote's jest.config.mjs is
// `export { default } from 'remote-kit/jest'`.
import { fileURLToPath } from 'node:url';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const installed = (name) => fileURLToPath(import.meta.resolve(name));

const compile = [
  installed('@swc/jest'),
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
];

export default {
  testEnvironment: here('testing/browser-environment.cjs'),
  testMatch: ['**/*.test.{ts,tsx}'],
  transform: { '^.+\\.(m?[jt]sx?)$': compile },
  // The platform's packages are ES modules.
  transformIgnorePatterns: ['/node_modules/(?!(?:\\.pnpm/.*/)?(?:contract|shared-auth|shared-ui|eventsource-parser)/)'],
  moduleNameMapper: { '\\.css$': here('testing/no-styles.cjs') },
  setupFilesAfterEnv: [installed('shared-ui/testing/setup')],
  // A limit for what hangs, not a measure.
  testTimeout: 600_000,
};
