import { render, screen } from '@testing-library/react';
import { FORBIDDEN, HOSTILE_MARKUP, SINK } from '../../../e2e/support/hostile-markup';
import { AgentText } from './agent-text';

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

test.each(HOSTILE_MARKUP)(
  'nothing of %s runs, frames, submits, styles or is fetched, also while it arrives (CHAT-01, CHAT-02)',
  (vector) => {
    const { container, rerender } = render(<AgentText text={vector} />);
    expectSafe(container);
    rerender(<AgentText text={`Before ${vector} and\n\n${vector}\n\nafter **it**.`} />);
    expectSafe(container);
    for (let end = vector.length - 1; end > 0; end -= 3) {
      rerender(<AgentText text={`So ${vector.slice(0, end)}`} />);
      expectSafe(container);
    }
  },
);

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

test('a link opens in a new tab with noopener noreferrer and shows its real host (CHAT-04)', () => {
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

test('an image becomes a link that says so (CHAT-02)', () => {
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
