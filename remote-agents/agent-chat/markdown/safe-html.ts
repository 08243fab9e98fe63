/**
 * The HTML that an agent may write (DECISIONS §9): words and their structure. Nothing that runs, frames, submits, styles or
 * is fetched; an image becomes a link, because the address of an image can carry away what it was told.
 */
import type { Options as Schema } from 'rehype-sanitize';

/** The elements that are left of an answer, and their attributes; everything else goes. */
export const SAFE_HTML: Schema = {
  tagNames: [
    'a',
    'abbr',
    'b',
    'blockquote',
    'br',
    'caption',
    'code',
    'dd',
    'del',
    'details',
    'dfn',
    'div',
    'dl',
    'dt',
    'em',
    'figcaption',
    'figure',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'ins',
    'kbd',
    'li',
    'mark',
    'ol',
    'p',
    'pre',
    'q',
    's',
    'samp',
    'small',
    'span',
    'strong',
    'sub',
    'summary',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
    'u',
    'ul',
    'var',
  ],
  attributes: {
    '*': ['title'],
    a: ['href'],
    code: [['className', /^language-[\w+#-]{1,30}$/]],
    details: ['open'],
    li: ['value'],
    ol: ['start', 'reversed'],
    td: ['align', 'colSpan', 'rowSpan'],
    th: ['align', 'colSpan', 'rowSpan'],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  ancestors: Object.fromEntries(
    ['caption', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'].map((name) => [name, ['table']]),
  ),
  // Their content is no words for a reader; that of other elements stays, as text.
  strip: ['script', 'style', 'template', 'iframe', 'svg', 'math'],
  clobber: [],
  clobberPrefix: '',
};

/** As much of hast, the tree of HTML, as is touched here. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** Says in words and links what would be an image or a control: before the sanitising, which then judges the link. */
export function withoutImages() {
  const spoken = (node: Node, inLink: boolean): Node => {
    const { alt, src, type, checked } = node.properties ?? {};
    if (node.tagName === 'img') {
      const words = { type: 'text', value: `Image: ${String(alt || src || 'without a name')}` };
      // No link within a link.
      return inLink || !src ? words : { type: 'element', tagName: 'a', properties: { href: src }, children: [words] };
    }
    if (node.tagName === 'input' && type === 'checkbox')
      return { type: 'text', value: checked === undefined || checked === false ? '☐' : '☑' };
    if (node.children) node.children = node.children.map((child) => spoken(child, inLink || node.tagName === 'a'));
    return node;
  };
  return (tree: Node) => void spoken(tree, false);
}

/** Where a link leads, for those of which the host can be shown: absolute http and https, and addresses of mail. */
export function linkTarget(href: string | undefined): { href: string; host: string } | null {
  try {
    const { protocol, host, pathname } = new URL(href ?? '');
    if (protocol === 'mailto:') return { href: href ?? '', host: decodeURIComponent(pathname) };
    return /^https?:$/.test(protocol) ? { href: href ?? '', host } : null;
  } catch {
    return null;
  }
}
