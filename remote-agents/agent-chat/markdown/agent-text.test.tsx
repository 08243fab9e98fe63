import { render, screen } from '@testing-library/react';
import { AgentText } from './agent-text';

const SINK = 'https://sink.example/x';

/** Ways to make a page run, frame, submit or fetch something out of an answer. */
const VECTORS = [
  '<script>alert(1)</script>',
  `<SCRIPT SRC=${SINK}></SCRIPT>`,
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<svg onload=alert(1)></svg>',
  `<svg><image href="${SINK}"/><script>alert(1)</script></svg>`,
  '<svg><foreignObject><body onload=alert(1)></foreignObject></svg>',
  `<svg><use href="${SINK}#a"/></svg>`,
  `<math><maction actiontype="statusline" xlink:href="javascript:alert(1)">x</maction></math>`,
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  `<iframe src="${SINK}"></iframe>`,
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  `<object data="${SINK}"></object>`,
  `<embed src="${SINK}">`,
  `<form action="${SINK}"><input name=a><button>Go</button></form>`,
  `<button formaction="${SINK}">Go</button>`,
  '<input autofocus onfocus=alert(1)>',
  `<input type=image src="${SINK}">`,
  `<meta http-equiv=refresh content="0;url=${SINK}">`,
  `<base href="${SINK}">`,
  `<link rel=stylesheet href="${SINK}">`,
  `<link rel=preload as=image href="${SINK}">`,
  `<style>@import "${SINK}"; * { background: url(${SINK}) }</style>`,
  `<p style="background:url(${SINK})">x</p>`,
  `<img srcset="${SINK} 2x">`,
  `<picture><source srcset="${SINK}"><img src="${SINK}"></picture>`,
  `<video poster="${SINK}" src="${SINK}" autoplay></video>`,
  `<audio src="${SINK}" autoplay></audio>`,
  `<table background="${SINK}"><tr><td background="${SINK}">x</td></tr></table>`,
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  `![x](${SINK})`,
  `![x][ref]\n\n[ref]: ${SINK}`,
  `[![x](${SINK})](${SINK})`,
  '<details ontoggle=alert(1) open><summary onclick=alert(1)>x</summary>y</details>',
  '<div onmouseover=alert(1) tabindex=1 autofocus>x</div>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><script>alert(1)</script>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<x-y onclick=alert(1)>x</x-y>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  `<a href="${SINK}" ping="${SINK}" download target=_top>x</a>`,
  `<portal src="${SINK}"></portal><frameset><frame src="${SINK}"></frameset>`,
  '<p id=console name=body>x</p>',
];

const FORBIDDEN =
  'script,style,iframe,frame,frameset,object,embed,form,input,button:not(.copy-button),select,textarea,meta,base,link,svg:not(.c-icon),math,img,picture,source,video,audio,template,portal,marquee,noscript,[style],[srcset],[poster],[background],[ping],[formaction],[id],[name]';

function expectSafe(container: HTMLElement) {
  expect([...container.querySelectorAll(FORBIDDEN)].map(({ outerHTML }) => outerHTML)).toEqual([]);
  for (const element of container.querySelectorAll('*')) {
    const names = element.getAttributeNames();
    expect(names.filter((name) => name.startsWith('on'))).toEqual([]);
    if (names.includes('href')) expect(element.getAttribute('href')).toMatch(/^(https?|mailto):/);
    if (names.includes('src')) throw new Error(`Something would be fetched: ${element.outerHTML}`);
  }
}

// React tells when hostile markup nests what no page nests.
beforeAll(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterAll(() => jest.restoreAllMocks());

test.each(VECTORS)('nothing of %s runs, frames, submits, styles or is fetched, also while it arrives', (vector) => {
  const { container, rerender } = render(<AgentText text={vector} />);
  expectSafe(container);
  rerender(<AgentText text={`Before ${vector} and\n\n${vector}\n\nafter **it**.`} />);
  expectSafe(container);
  for (let end = vector.length - 1; end > 0; end -= 3) {
    rerender(<AgentText text={`So ${vector.slice(0, end)}`} />);
    expectSafe(container);
  }
});

test('markdown is drawn with the HTML that is words', () => {
  const { container } = render(
    <AgentText
      text={
        '# Title\n\nSome **bold** <kbd>Ctrl</kbd>\n\n<details>\n<summary>More</summary>\n\n- one\n- two\n\n</details>'
      }
    />,
  );
  expect(screen.getByRole('heading', { name: 'Title' })).toBeVisible();
  expect(container.querySelector('strong')).toHaveTextContent('bold');
  expect(container.querySelector('kbd')).toHaveTextContent('Ctrl');
  expect(container.querySelectorAll('details li')).toHaveLength(2);
});

test('a link opens in a new tab with noopener noreferrer and shows its real host', () => {
  const { container } = render(
    <AgentText text="[Log in again](https://evil.example/login) or https://a.example@b.example/c" />,
  );
  const link = screen.getByRole('link', { name: 'Log in again' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(container).toHaveTextContent('Log in again (evil.example)');
  expect(container).toHaveTextContent('https://a.example@b.example/c (b.example)');
});

test.each(['/clear-auth', '//evil.example/x', '#top', 'company-management'])(
  '%s leads nowhere: it is no link',
  (href) => {
    render(<AgentText text={`[go](${href})`} />);
    expect(screen.getByText('go')).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  },
);

test('an image becomes a link that says so', () => {
  render(<AgentText text={`![Chart of March](${SINK})`} />);
  expect(screen.getByRole('link', { name: 'Image: Chart of March' })).toHaveAttribute('href', SINK);
});

test('code has its language and can be copied', () => {
  render(<AgentText text={'```sql\nSELECT 1;\n```'} />);
  expect(screen.getByText('sql')).toBeVisible();
  expect(screen.getByText('SELECT 1;')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy code' })).toBeVisible();
});

test('a task list says what is done', () => {
  const { container } = render(<AgentText text={'- [x] one\n- [ ] two'} />);
  expect([...container.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['☑ one', '☐ two']);
});
