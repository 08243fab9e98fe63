// The public surface of a package as lines, read off its declarations: one line for each export, member and parameter,
// of what is exported and of every type behind it. A line is `<face> <name><part>`; the mark at its end says that who
// uses the package has to give it, so that one more of them is no mere addition.
import path from 'node:path';
import ts from 'typescript';

export const GIVEN = ' (given)';

const flip = (way) => (way === 'out' ? 'in' : 'out');

/**
 * @param {Record<string, string>} faces declaration files by face
 * @param {string} folder below which a declaration is the package's own
 * @param {(face: string, name: string) => boolean} isLeftOut exports that are described elsewhere
 * @returns {string[]} sorted
 */
export function surfaceOf(faces, folder, isLeftOut = () => false) {
  const host = ts.createCompilerHost({});
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({ resolvedModule: moduleAt(text, from) }));
  const program = ts.createProgram(Object.values(faces), { noLib: true, types: [] }, host);
  const checker = program.getTypeChecker();
  const lines = new Set();
  const isOwn = (symbol) => symbol.declarations?.some((node) => node.getSourceFile().fileName.startsWith(folder));
  const resolved = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

  // What lies behind the exports is known by its name alone: whichever face leads there, it is one thing.
  /** @type {Map<object, { title: string, ways: Set<string> }>} */
  const found = new Map();
  const queue = [];
  const leftOut = new Set();
  const reach = (symbol, way, title) => {
    const known = found.get(symbol) ?? { title: title ?? `behind ${symbol.name}`, ways: new Set() };
    if (title && known.title.startsWith('behind ')) known.title = title;
    found.set(symbol, known);
    if (known.ways.has(way)) return;
    known.ways.add(way);
    for (const node of symbol.declarations ?? []) queue.push([node, way]);
  };

  for (const [face, file] of Object.entries(faces)) {
    const source = program.getSourceFile(file);
    const module = checker.getSymbolAtLocation(source);
    for (const statement of source.statements)
      if (
        ts.isExportDeclaration(statement) &&
        !statement.exportClause &&
        !/^['"]\./.test(statement.moduleSpecifier.getText())
      )
        lines.add(`${face} ${oneLine(statement)}`);
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      const target = resolved(symbol);
      if (isLeftOut(face, symbol.name)) {
        leftOut.add(target);
        continue;
      }
      if (!isOwn(target)) lines.add(`${face} ${symbol.name}: of another package`);
      else reach(target, 'out', `${face} ${symbol.name}`);
      if (isOwn(target) && found.get(target).title !== `${face} ${symbol.name}`)
        lines.add(`${face} ${symbol.name}: as ${found.get(target).title}`);
    }
  }

  const visit = (node, way) => {
    if (!node) return;
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      const target = symbol && resolved(symbol);
      const [declaration] = target?.declarations ?? [];
      if (declaration && isOwn(target) && isTopLevel(declaration) && !leftOut.has(target)) reach(target, way);
      return;
    }
    if (node.parameters) {
      for (const parameter of node.parameters) visit(parameter.type, flip(way));
      for (const parameter of node.typeParameters ?? []) visit(parameter, flip(way));
      visit(node.type, way);
      return;
    }
    ts.forEachChild(node, (child) => {
      // A name that is declared here leads nowhere.
      if (child !== node.name) visit(child, way);
    });
  };
  for (let next = queue.shift(); next; next = queue.shift()) visit(next[0], next[1]);

  for (const [symbol, { title, ways }] of found)
    for (const node of symbol.declarations ?? [])
      for (const [part, isRequired, way] of partsOf(node)) {
        const isGiven = isRequired && (way === 'in' || (way === undefined && ways.has('in')));
        lines.add(`${title}${part}${isGiven ? GIVEN : ''}`);
      }
  return [...lines].sort();
}

function moduleAt(text, from) {
  if (!text.startsWith('.') || text.endsWith('.css')) return undefined;
  const base = path.resolve(path.dirname(from), text);
  const file = [`${base}.d.ts`, path.join(base, 'index.d.ts')].find(ts.sys.fileExists);
  // A part of a surface is none.
  if (!file) throw new Error(`${from} imports ${text}, which was not compiled.`);
  return { resolvedFileName: file, extension: ts.Extension.Dts };
}

const isTopLevel = (node) =>
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  (ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent));

const printer = ts.createPrinter({ removeComments: true });
/** A node on one line. Which colour it is exactly may change at any time. */
const oneLine = (node) =>
  node
    ? printer
        .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
        .replace(/\s+/g, ' ')
        .replace(/'#[0-9a-f]{3,8}'/gi, 'colour')
    : 'any';
const generics = (node) => (node.typeParameters ? `<${node.typeParameters.map(oneLine).join(', ')}>` : '');

/** The lines of one declaration: what stands behind its name, whether it is required, and where that is fixed its way. */
function partsOf(node) {
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node))
    return [
      [`: ${ts.isClassDeclaration(node) ? 'class' : 'object'}${generics(node)}`],
      ...(node.heritageClauses ?? []).map((clause) => [` ${oneLine(clause)}`]),
      ...membersOf(node.members),
    ];
  if (ts.isTypeAliasDeclaration(node)) {
    if (ts.isTypeLiteralNode(node.type)) return [[`: object${generics(node)}`], ...membersOf(node.type.members)];
    const choices = ts.isUnionTypeNode(node.type) ? node.type.types : [node.type].filter(ts.isLiteralTypeNode);
    if (choices.length > 0) return choices.map((one) => [`${generics(node)} | ${oneLine(one)}`]);
    return [[`${generics(node)} = ${oneLine(node.type)}`]];
  }
  if (ts.isFunctionDeclaration(node)) return signatureOf(node);
  if (ts.isVariableDeclaration(node))
    return node.type && ts.isFunctionTypeNode(node.type) ? signatureOf(node.type) : [[`: ${oneLine(node.type)}`]];
  return [[` ${oneLine(node)}`]];
}

const membersOf = (members) =>
  members
    .filter((member) => !member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword))
    .map((member) => {
      const isProperty = ts.isPropertySignature(member) || ts.isMethodSignature(member);
      return [`.${oneLine(member).replace(/;$/, '')}`, isProperty && !member.questionToken];
    });

function signatureOf(node) {
  return [
    [`${generics(node)}() => ${oneLine(node.type)}`],
    ...node.parameters.map((parameter, index) => [
      `(${index}${parameter.dotDotDotToken ? '…' : ''}${parameter.questionToken ? '?' : ''}): ${oneLine(parameter.type)}`,
      !parameter.questionToken && !parameter.dotDotDotToken,
      'in',
    ]),
  ];
}
