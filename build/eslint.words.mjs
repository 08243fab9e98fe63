// The words of comments and names, held by `words/plain` (eslint.config.mjs): plain terms of the field in place of
// private ones. scripts/tests/words.test.mjs shows what it reports.

/** In comments: what is not written, and what is. */
const IN_COMMENTS = [
  [/^(?:\*\s*)?(?:What|Said)\b(?!.*\?$)/, 'Open with the noun that it is, not with "What …" or "Said …".'],
  [/\banew\b/, 'again'],
  [/\bbegun\b/, 'started'],
  [/\bnobody(?:’s|'s)?\b/i, 'no one, or what happens instead'],
  [/\b(?:is|are) none\b/, 'is not one, is invalid, is empty'],
  [/\bby its own reckoning\b/, 'as it computes it'],
  [/\bslip of the pen\b/, 'typing error'],
];

/** Names, each with the term of the field. */
const NAMES = {
  beginList: 'prefetchList',
  askEarly: 'earlyRequest',
  useAhead: 'usePrefetchOnPress',
  whenQuiet: 'whenNetworkIdle',
  useRowDoors: 'useRowClick',
  roomOf: 'columnWidths',
  filledIn: 'resolved',
  keeper: 'focusAnchor',
  oneStop: 'rovingTabindex',
  putThere: 'reinsert',
  takeAway: 'delete',
  lastingFilters: 'pinnedFilters',
  forgetsCompany: 'ignoresGlobalCompany',
  LatePart: 'LazyPart',
  useAskedRecord: 'useRecordFromUrl',
  isBare: 'isInitialError',
  Said: 'Declared',
  Asked: 'Query',
  isAsked: 'isPending',
  endsAt: 'deadline',
  drawTogether: 'commitWithData',
  hurry: 'flush',
};

/** Reports private words in comments and in the names that a file declares. */
export const wordsRule = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const { sourceCode } = context;
    return {
      Program() {
        let before;
        for (const comment of sourceCode.getAllComments()) {
          // The next line of a comment goes on where the one before it ended.
          const goesOn =
            before?.type === 'Line' && comment.type === 'Line' && comment.loc.start.line === before.loc.end.line + 1;
          before = comment;
          // A word of code is quoted.
          const text = comment.value
            .replace(/`[^`]*`/g, '…')
            .replace(/\s+\*?\s*/g, ' ')
            .trim();
          for (const [pattern, better] of goesOn ? IN_COMMENTS.slice(1) : IN_COMMENTS)
            if (pattern.test(text))
              context.report({
                loc: comment.loc,
                message: `"${pattern.exec(text)[0].replace('* ', '')}" in a comment: ${better}`,
              });
        }
      },
      Identifier(node) {
        const better = Object.hasOwn(NAMES, node.name) && NAMES[node.name];
        const { parent } = node;
        const isDeclared = [parent.id, ...(parent.params ?? [])].includes(node);
        if (better && isDeclared) context.report({ node, message: `The field calls \`${node.name}\` ${better}.` });
      },
    };
  },
};
