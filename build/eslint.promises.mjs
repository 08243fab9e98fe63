import path from 'node:path';
import typescript from 'typescript-eslint';

// The one rule that needs types, in a run of its own: they make a lint three times as slow, and editors use the other.
export default [
  // The kit's example is a team's own project.
  {
    ignores: [
      ...['**/dist/**', '**/node_modules/**', 'data/**', '**/test-results/**', '**/playwright-report/**'],
      'kit/example/**',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: {
      parser: typescript.parser,
      parserOptions: {
        project: ['tsconfig.json', 'contract/tsconfig.json', 'api/tsconfig.json', 'e2e/tsconfig.json'],
        tsconfigRootDir: path.dirname(import.meta.dirname),
      },
    },
    plugins: { '@typescript-eslint': typescript.plugin },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
];
