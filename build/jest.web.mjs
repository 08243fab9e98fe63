import { shared } from './jest.api.mjs';

export default {
  ...shared,
  displayName: 'web',
  testEnvironment: '<rootDir>/shared-ui/testing/browser-environment.cjs',
  testMatch: ['<rootDir>/(shared-auth|shared-ui|remote-*|host)/**/*.test.{ts,tsx}'],
  modulePathIgnorePatterns: ['/dist/'],
  moduleNameMapper: { '\\.css$': '<rootDir>/shared-ui/testing/no-styles.cjs' },
  setupFilesAfterEnv: ['<rootDir>/scripts/tests/second-try.mjs', '<rootDir>/shared-ui/testing/setup.ts'],
};
