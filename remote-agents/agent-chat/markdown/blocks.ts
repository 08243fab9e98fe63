/**
 * Markdown cut into blocks that can be rendered one by one: what has been received stays as it is, and only the last block
 * is parsed again when more arrives. What would take long to parse is to be shown as plain text.
 */

/** A piece of an answer. `code` is the inside of a fence; `plain` is shown as it is. */
export interface Block {
  readonly kind: 'markdown' | 'code' | 'plain';
  readonly text: string;
  /** Of code: what its fence says it is. */
  readonly language?: string;
}

/** A list or a table is cut between its entries once it is this long (UTF-16 units, lines): the parts of a table show. */
const LONG_LIST = 1200;
const LONG_TABLE = 3000;
const MANY_ENTRIES = 60;
/** No one writes a longer paragraph; a longer block is not parsed (UTF-16 units, lines). */
const LONGEST_BLOCK = 4000;
const MOST_LINES = 150;
/** Quotes within lists within quotes, columns of a table: more of them are an attack on the parser. */
const DEEPEST_NESTING = 12;
const MOST_COLUMNS = 40;
/** From so many on, a block that is markup by a third is shown as text. */
const MANY_DELIMITERS = 120;
/** All the link definitions of an answer together (UTF-16 units). */
const LONGEST_DEFINITIONS = 1000;

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\s]*)[^`]*$/;
const LIST_ITEM = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
const INDENTED = /^(?: {2}|\t)/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const DEFINITION = /^ {0,3}\[[^\]^][^\]]{0,200}\]:[ \t]*\S+/;
const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;
const CONTAINER = />|[-+*](?=[ \t])|\d+[.)]/g;
/** HTML that holds blocks, so that a blank line inside it does not end it. */
const HTML_OPENING = /<(?:details|div|table|section|blockquote|ul|ol|dl|figure)\b/gi;
const HTML_CLOSING = /<\/(?:details|div|table|section|blockquote|ul|ol|dl|figure)\s*>/gi;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether parsing it would take out of all proportion. The limits were found by measuring; see the test. */
function isUnreasonable(text: string): boolean {
  if (text.length > LONGEST_BLOCK) return true;
  const delimiters = count(text, /[*_[\]<`~!&\\]/g);
  if (delimiters > MANY_DELIMITERS && delimiters > text.length / 3) return true;
  const lines = text.split('\n');
  return (
    lines.length > MOST_LINES ||
    lines.some((line) => {
      const containers = CONTAINERS.exec(line)?.[0] ?? '';
      if (count(containers, CONTAINER) + (line.search(/\S/) >> 1) > DEEPEST_NESTING) return true;
      return count(line, /\|/g) > MOST_COLUMNS;
    })
  );
}

/** The blocks of an answer, whether or not all of it has arrived: more text changes only the last ones. */
export function blocksOf(answer: string): Block[] {
  const blocks: Block[] = [];
  const definitions: string[] = [];
  let lines: string[] = [];
  let length = 0;
  let openHtml = 0;
  let afterBlank = false;
  let fence: { mark: string; language: string } | null = null;

  const push = (line: string) => {
    lines.push(line);
    length += line.length + 1;
    openHtml = Math.max(0, openHtml + count(line, HTML_OPENING) - count(line, HTML_CLOSING));
  };
  const isLong = (most = LONG_LIST) => length >= most || lines.length >= MANY_ENTRIES;
  const flush = () => {
    const text = lines.join('\n').replace(/\s+$/, '');
    if (fence) blocks.push({ kind: 'code', text: lines.join('\n'), language: fence.language });
    else if (text) blocks.push({ kind: isUnreasonable(text) ? 'plain' : 'markdown', text });
    lines = [];
    length = 0;
    openHtml = 0;
    fence = null;
  };
  /** Whether a line goes on with the present block although a blank line is between them. */
  const goesOn = (line: string) => {
    if (length > LONGEST_BLOCK) return false;
    if (openHtml > 0) return true;
    const inList = LIST_ITEM.test(lines[0] ?? '');
    return inList && (INDENTED.test(line) || (LIST_ITEM.test(line) && !isLong()));
  };
  /** A table that has grown long goes on in a new one under the same header. */
  const cutLongTable = () => {
    const [header = '', rule = ''] = lines;
    if (!isLong(LONG_TABLE) || !header.includes('|') || !TABLE_RULE.test(rule)) return false;
    flush();
    push(header);
    push(rule);
    return true;
  };

  for (const received of answer.replace(/\r\n?/g, '\n').split('\n')) {
    if (fence) {
      const closing = FENCE.exec(received);
      if (closing?.[1]?.startsWith(fence.mark) && !closing[2]) flush();
      else lines.push(received);
      continue;
    }
    // Notes at the foot would each end up below their own block.
    const line = received.replace(/^( {0,3})\[\^/, '$1\\[^');
    if (!line.trim()) {
      afterBlank = true;
      continue;
    }
    const opening = FENCE.exec(line);
    const inList = LIST_ITEM.test(lines[0] ?? '');
    if (opening && openHtml === 0 && !(inList && INDENTED.test(line))) {
      flush();
      fence = { mark: opening[1] ?? '', language: opening[2] ?? '' };
      afterBlank = false;
      continue;
    }
    if (afterBlank && lines.length > 0) goesOn(line) ? push('') : flush();
    else if (inList && LIST_ITEM.test(line) && isLong()) flush();
    else if (line.includes('|')) cutLongTable();
    afterBlank = false;
    if (DEFINITION.test(line)) definitions.push(line);
    push(line);
  }
  flush();
  return withDefinitions(blocks, definitions.join('\n'));
}

/** A link may be defined in another block than the one that refers to it. */
function withDefinitions(blocks: Block[], definitions: string): Block[] {
  if (!definitions || definitions.length > LONGEST_DEFINITIONS) return blocks;
  return blocks.map((block) =>
    block.kind === 'markdown' && /\[[^\]]+\]/.test(block.text) && !DEFINITION.test(block.text)
      ? { ...block, text: `${block.text}\n\n${definitions}` }
      : block,
  );
}
