import { previewDocument } from './preview-document';

/** The preview as a browser reads it, without showing it. */
const shown = (html: string) => new DOMParser().parseFromString(previewDocument(html), 'text/html');

test('its own policy is the first thing in the document, whatever the preview begins with', () => {
  for (const html of ['<p>Hi', '</head><img src=//sink>', '<!-- --><html><head><base href=//sink>', ''])
    expect(shown(html).head.firstElementChild?.outerHTML).toMatch(
      /^<meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
    );
});

test.each([
  '<script>parent.localStorage</script>',
  '<meta http-equiv="refresh" content="0;url=https://sink.example">',
  '<base href="https://sink.example/">',
  '<link rel="preconnect" href="https://sink.example">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="https://sink.example"></object>',
  '<embed src="https://sink.example">',
  '<form action="https://sink.example" target="_top"></form>',
  '<template shadowrootmode="open"><link rel="preconnect" href="https://sink.example"></template>',
  '<a href="https://sink.example" target="_top" ping="https://sink.example">Free</a>',
  '<svg><a xlink:href="https://sink.example"><text>Free</text></a></svg>',
  '<math><mi href="https://sink.example">x</mi></math>',
])('what reaches out or leads away is not in it: %s', (html) => {
  const clean = shown('').documentElement.outerHTML;
  for (const within of [html, `<div>${html}`, `<table><tr><td>${html}`])
    expect(shown(within).documentElement.outerHTML.replace(clean, '')).not.toContain('sink.example');
  expect(shown(html).querySelectorAll('script, base, iframe, object, embed, form, template, link')).toHaveLength(0);
});

test.each([
  // Each has another tree when it is written down and read again: the comment, or the form, then ends elsewhere.
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;p&gt;&lt;link rel=preconnect href=https://sink.example&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><link rel=preconnect href=https://sink.example>',
])('what only its second reading shows is not in it either: %s', (html) => {
  const frame = shown(html);
  expect(frame.querySelectorAll('link, form, script')).toHaveLength(0);
  // As the browser might write it down once more.
  const again = new DOMParser().parseFromString(frame.documentElement.outerHTML, 'text/html');
  expect(again.querySelectorAll('link, form, script')).toHaveLength(0);
});

test('what an ad looks like stays: text, layout, styles, the fields of a form, inline images', () => {
  const { body, head } = shown(
    '<style>p{color:red}</style><p>Buy <b>now</b></p><form><button>Shop</button></form><img src="data:image/gif;base64,R0lGOD">',
  );
  expect(head.innerHTML).toContain('p{color:red}');
  expect(body.textContent).toBe('Buy nowShop');
  expect(body.querySelector('img')?.getAttribute('src')).toBe('data:image/gif;base64,R0lGOD');
});
