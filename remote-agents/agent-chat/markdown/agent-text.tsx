import { memo, useDeferredValue, useMemo, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import Markdown, { type Components, type Options } from 'react-markdown';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { blocksOf, type Block } from './blocks';
import { CodeBlock } from './code-block';
import './agent-text.css';
import { linkTarget, SAFE_HTML, withoutImages } from './safe-html';

const GFM: Options['remarkPlugins'] = [[remarkGfm, { singleTilde: false }]];
const SAFE: Options['rehypePlugins'] = [withoutImages, [rehypeSanitize, SAFE_HTML]];
const SAFE_WITH_HTML: Options['rehypePlugins'] = [rehypeRaw, ...(SAFE ?? [])];

interface WithHtml {
  type: string;
  value?: string;
  children?: WithHtml[];
}

/** The words inside a tree of HTML. */
const textOf = ({ value, children }: WithHtml): string => value ?? children?.map(textOf).join('') ?? '';

/** The heads of a table's columns, which stand on lines of their own. */
const columnsOf = (table: WithHtml) =>
  textOf(table.children?.find(({ type }) => type === 'element') ?? table)
    .trim()
    .replace(/\n+/g, ', ');

const COMPONENTS: Components = {
  a: ({ href, children, node }) => (
    <SafeLink href={href} words={node ? textOf(node as WithHtml) : ''}>
      {children}
    </SafeLink>
  ),
  pre: ({ node, children }) => {
    const code = node?.children[0];
    if (!node || code?.type !== 'element' || code.tagName !== 'code') return <pre>{children}</pre>;
    const [language] = (code.properties.className as string[] | undefined) ?? [];
    return (
      <CodeBlock text={textOf(node as WithHtml).replace(/\n$/, '')} language={language?.replace('language-', '')} />
    );
  },
  table: ({ node, children }) => (
    <div className="agent-text__table" tabIndex={0} role="region" aria-label={`Table: ${columnsOf(node as WithHtml)}`}>
      <table>{children}</table>
    </div>
  ),
};

/** A link opens in a new tab and says which host it leads to, unless its words do; what leads nowhere outside is no link. */
function SafeLink({ href, words, children }: { href: string | undefined; words: string; children: ReactNode }) {
  const target = linkTarget(href);
  if (!target) return <span>{children}</span>;
  const saysSo = words === target.host || [`http://${target.host}`, `https://${target.host}`].includes(words);
  return (
    <>
      <a href={target.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
      {!saysSo && <bdi className="agent-text__host"> ({target.host})</bdi>}
    </>
  );
}

const Plain = ({ text }: { text: string }) => <p className="agent-text__plain">{text}</p>;

const BlockView = memo(function BlockView({ kind, text, language }: Block) {
  if (kind === 'code') return <CodeBlock text={text} language={language} />;
  if (kind === 'plain') return <Plain text={text} />;
  return (
    <ErrorBoundary fallback={<Plain text={text} />} resetKeys={[text]}>
      <Markdown remarkPlugins={GFM} rehypePlugins={text.includes('<') ? SAFE_WITH_HTML : SAFE} components={COMPONENTS}>
        {text}
      </Markdown>
    </ErrorBoundary>
  );
});

/**
 * An agent's markdown with HTML, sanitised. It is parsed by block and only where it has changed, after what the person
 * does: a long answer that streams, or a long conversation that is restored, never holds up a keystroke.
 */
export function AgentText({ text }: { text: string }) {
  const shown = useDeferredValue(text, '');
  const blocks = useMemo(() => blocksOf(shown), [shown]);
  return (
    <div className="agent-text">
      {blocks.map((block, at) => (
        // A block's place is what it is known by: those before it do not change any more.
        <BlockView key={at} {...block} />
      ))}
    </div>
  );
}
