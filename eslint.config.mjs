import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';
import { wordsRule } from './build/eslint.words.mjs';

// The walls: which way imports point between the top folders, and which words belong to one of them alone.
// scripts/tests/walls.test.mjs shows for each wall that crossing it fails.

/** A top folder's modules, by package name or by a path that climbs into the folder. */
const folder = (name) => new RegExp(`^(?:(?:\\.\\./)+${name}/|${name}(?:/|$))`);

const SERVICE = [folder('api'), 'The browser knows the contract, and nothing of the service.'];
const AUTH = [folder('shared-auth'), 'This folder does not know shared-auth.'];
const AUTH_HOST = [/^shared-auth\/host$/, 'Signing in and writing tokens is the host’s matter.'];
const TESTING = [/^shared-(?:auth|ui)\/testing$/, 'The scripted service is for tests.'];
const UI = [folder('shared-ui'), 'This folder does not know shared-ui.'];
const REMOTES = [folder('remote-\\w+'), 'A remote is met at run time only.'];
const HOST = [folder('host'), 'Nobody imports the host.'];
const BY_PATH = [/^(?:\.\.\/)+shared-(?:auth|ui)\//, 'A shared package is imported by its name.'];
const ANTD = [/^(?:antd|@ant-design)(?:\/|$)/, 'shared-ui hands on what screens need of antd.'];
const ROUTER = [/^react-router/, 'It is handed on by shared-ui/router.'];
const ANYTHING_ELSE = [
  /^(?!\.\.?\/)|^(?:\.\.\/)+(?:api|host|shared-\w+|remote-\w+)\//,
  'The contract imports itself alone.',
];

/** `files` import nothing of `imports`; nor, but for their tests, of `butInTests`, nor say what only shared-auth says. */
const WALLS = [
  { files: 'contract', imports: [ANYTHING_ELSE] },
  { files: 'api/src', imports: [AUTH, UI, REMOTES, HOST] },
  { files: 'shared-auth', imports: [SERVICE, UI, REMOTES, HOST, ANTD, ROUTER] },
  { files: 'shared-ui', imports: [SERVICE, BY_PATH, REMOTES, HOST], butInTests: [AUTH_HOST, TESTING] },
  { files: 'remote-*', imports: [SERVICE, BY_PATH, REMOTES, HOST, ANTD, ROUTER], butInTests: [AUTH_HOST, TESTING] },
  { files: 'host', imports: [SERVICE, BY_PATH, REMOTES, ANTD, ROUTER], butInTests: [TESTING] },
  { files: 'e2e', imports: [SERVICE, AUTH, UI, REMOTES, HOST] },
];

const SENDING = 'Calls go through http, api or openStream of shared-auth.';
const STORING = 'Choices are kept by sessionChoice or localChoice of shared-auth.';
const ENDPOINTS = 'There is one slice: put endpoints into it with injectEndpoints of shared-auth.';
/** Globals for shared-auth alone; a test may use them, for it plays the browser. */
const WORDS = {
  fetch: SENDING,
  XMLHttpRequest: SENDING,
  EventSource: SENDING,
  localStorage: STORING,
  sessionStorage: STORING,
};

/** Reports a module that is behind a wall, however it is imported. Its options are [source of a pattern, message] pairs. */
const wallRule = {
  meta: { type: 'problem', schema: { type: 'array' } },
  create(context) {
    const check = (source) => {
      if (typeof source?.value !== 'string') return;
      const crossed = context.options.find(([pattern]) => new RegExp(pattern).test(source.value));
      if (crossed) context.report({ node: source, message: crossed[1] });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source),
    };
  },
};

const patterns = (list) => list.map(([pattern, message]) => [pattern.source, message]);

/** Keys and items stand where they belong, each on its line. */
const PACKED = {
  selector:
    ':matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression, ArrayExpression), SpreadElement > TSAsExpression > ArrayExpression',
  message: 'A literal is not spread into another: write what is in it in its place.',
};

const onlySharedAuthSays = {
  'no-restricted-globals': ['error', ...Object.entries(WORDS).map(([name, message]) => ({ name, message }))],
  'no-restricted-properties': [
    'error',
    ...Object.entries(WORDS).flatMap(([property, message]) =>
      ['window', 'globalThis', 'self'].map((object) => ({ object, property, message })),
    ),
  ],
  'no-restricted-syntax': [
    'error',
    PACKED,
    { selector: 'ImportSpecifier[imported.name=/^(createApi|buildCreateApi|fetchBaseQuery)$/]', message: ENDPOINTS },
    {
      selector: 'CallExpression[callee.object.name="api"][callee.property.name="injectEndpoints"]',
      message: ENDPOINTS,
    },
  ],
};

const walls = WALLS.flatMap(({ files, imports, butInTests }) => [
  {
    files: [`${files}/**/*.{ts,tsx}`],
    plugins: { console: { rules: { wall: wallRule } } },
    rules: { 'console/wall': ['error', ...patterns(imports)] },
  },
  ...(butInTests
    ? [
        {
          files: [`${files}/**/*.{ts,tsx}`],
          ignores: ['**/*.test.*', '**/testing/**'],
          rules: { 'console/wall': ['error', ...patterns([...imports, ...butInTests])], ...onlySharedAuthSays },
        },
      ]
    : []),
]);

const NODE_GLOBALS =
  'process console URL Buffer setTimeout clearTimeout fetch AbortController AbortSignal TextDecoder TextDecoderStream performance module require'.split(
    ' ',
  );

const PAGE_GLOBALS =
  'PerformanceObserver MutationObserver MessageChannel Event window location history document localStorage sessionStorage addEventListener requestAnimationFrame setInterval clearInterval'.split(
    ' ',
  );

export default [
  { ignores: ['**/dist/**', '**/node_modules/**', 'data/**', '**/test-results/**', '**/playwright-report/**'] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  {
    files: ['{shared-auth,shared-ui,remote-*,host}/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.flat.recommended.rules,
  },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': ['error', PACKED],
      'no-console': ['error', { allow: ['error', 'warn', 'info'] }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Playwright reads a function's fixtures off its pattern: `{}` takes no fixture.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      // Both branches of a choice as a statement read well: `done && listener.onDone()` does not need an if.
      '@typescript-eslint/no-unused-expressions': ['error', { allowShortCircuit: true, allowTernary: true }],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: Object.fromEntries(NODE_GLOBALS.map((name) => [name, 'readonly'])) },
    rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // They run in the page.
    files: ['scripts/dev/client.js', 'bench/browser/in-page.mjs'],
    languageOptions: { globals: Object.fromEntries(PAGE_GLOBALS.map((name) => [name, 'readonly'])) },
  },
  {
    files: ['**/*.{ts,tsx,mjs,cjs,js}'],
    plugins: { words: { rules: { plain: wordsRule } } },
    rules: { 'words/plain': 'error' },
  },
  ...walls,
];
