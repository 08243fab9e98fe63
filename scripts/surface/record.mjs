// The public surface as text: api-extractor's report of their types, and the contract's values as JSON.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import ts from 'typescript';
import { emit, facesOf, manifestOf, PACKAGES, root } from '../packages.mjs';

/** Keys that only people read; they may change at any time. */
const WORDS = new Set(['title', 'labels', 'formatMessage', 'requiredMessage', 'emptyMessage', 'description']);

const COMPILER = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
};

/**
 * Compiles the packages below `folder` and describes them.
 *
 * @returns {{ records: Record<string, Record<string, string>>, contractVersion: string }} the texts by package and file
 */
export function recordsOf(folder) {
  const [types, code] = [path.join(folder, 'types'), path.join(folder, 'code')];
  emit(
    types,
    PACKAGES.flatMap((name) => Object.values(facesOf(name))),
    { emitDeclarationOnly: true },
  );
  emit(code, Object.values(facesOf('contract')), { module: 'commonjs', declaration: false });
  const values = valuesIn(code);
  const { CONTRACT_VERSION: contractVersion } = values['contract/version'];
  delete values['contract/version'].CONTRACT_VERSION;
  for (const [face, file] of Object.entries(facesOf('contract')))
    withoutTypes(path.join(types, file.replace(/\.ts$/, '.d.ts')), Object.keys(values[face]));
  const records = Object.fromEntries(PACKAGES.map((name) => [name, { [`${name}.api.md`]: reportOf(name, types) }]));
  records.contract['schemas.json'] = `${JSON.stringify(values, null, 1)}\n`;
  return { records, contractVersion };
}

/** The version that a report was made of. */
export const versionIn = (report) => /VERSION: '([^']+)'/.exec(report)[1];

/** Whether a value is data; a function is described by its type. */
const isData = (value) =>
  value !== undefined &&
  typeof value !== 'function' &&
  typeof value !== 'symbol' &&
  (typeof value !== 'object' || value === null || Object.values(value).every(isData));

/** The contract's values by face and name, as JSON without what people read; one with a name of its own is named elsewhere. */
export function valuesIn(code) {
  const require = createRequire(path.join(code, 'surface.js'));
  const faces = Object.entries(facesOf('contract')).map(([face, file]) => [
    face,
    Object.entries(require(path.join(code, file.replace(/\.ts$/, '.js')))).filter(([, value]) => isData(value)),
  ]);
  const names = new Map();
  for (const [face, values] of faces)
    for (const [name, value] of values) if (value instanceof Object) names.set(value, `${face}#${name}`);
  const plain = (value, own) => {
    if (typeof value === 'string') return value.includes(' ') ? 'a text' : value;
    if (!(value instanceof Object)) return value;
    if (value !== own && names.has(value)) return { $ref: names.get(value) };
    if (Array.isArray(value)) return value.map((one) => plain(one, own));
    const entries = Object.entries(value).filter(([key, one]) => !(WORDS.has(key) && !isSchema(one)));
    return Object.fromEntries(entries.map(([key, one]) => [key, plain(one, own)]));
  };
  return Object.fromEntries(
    faces.map(([face, values]) => [
      face,
      Object.fromEntries(values.map(([name, value]) => [name, plain(value, value)])),
    ]),
  );
}

/** A property may be called title, too. */
const isSchema = (value) => value instanceof Object && 'type' in value;

/** The contract's values are kept as such: to their types the declarations say no more than that they are there. */
function withoutTypes(file, names) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const statements = source.statements.map((node) => {
    const declared = ts.isVariableStatement(node) ? node.declarationList.declarations.map(({ name }) => name.text) : [];
    const data = declared.filter((name) => names.includes(name)).map((name) => `${name}: unknown`);
    return data.length > 0 ? `export declare const ${data.join(', ')};` : node.getFullText(source);
  });
  writeFileSync(file, statements.join('\n'));
}

/** api-extractor's report of a package: each face is a namespace, in which `VERSION` is the package's. */
function reportOf(name, types) {
  const projectFolder = path.join(types, name);
  const mainEntryPointFilePath = path.join(projectFolder, 'all-faces.d.ts');
  const faces = Object.entries(facesOf(name)).map(
    ([face, file]) =>
      `export * as ${face.replace(/\W/g, '_')} from './${path.posix.relative(name, file).replace(/\.tsx?$/, '')}';\n`,
  );
  writeFileSync(
    mainEntryPointFilePath,
    `${faces.join('')}/** Of this surface. */\nexport declare const VERSION: '${manifestOf(name).version}';\n`,
  );
  const silent = { default: { logLevel: 'none' } };
  const reportFolder = path.join(projectFolder, 'report');
  mkdirSync(reportFolder);
  Extractor.invoke(
    ExtractorConfig.prepare({
      configObject: {
        projectFolder,
        mainEntryPointFilePath,
        compiler: { overrideTsconfig: { compilerOptions: COMPILER, files: [mainEntryPointFilePath] } },
        apiReport: {
          enabled: true,
          reportFolder,
          reportTempFolder: `${reportFolder}/temp`,
          includeForgottenExports: true,
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        newlineKind: 'lf',
        messages: {
          compilerMessageReporting: silent,
          extractorMessageReporting: silent,
          tsdocMessageReporting: silent,
        },
      },
      packageJsonFullPath: path.join(root, name, 'package.json'),
    }),
    { localBuild: true, messageCallback: (message) => (message.handled = true) },
  );
  // Neither a comment nor a colour is part of what callers rely on.
  return readFileSync(path.join(reportFolder, `${name}.api.md`), 'utf8')
    .replace(/^ *\/\/ (?:@public.*|\(undocumented\))\n/gm, '')
    .replace(/(['"])#[0-9a-f]{3,8}\1/gi, 'string');
}
