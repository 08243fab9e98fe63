import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { response, flag, id, dateTime, number, text } from 'api/contract/schema';
import fc from 'fast-check';
import { DetailValue, type DisplayType } from './detail-value';
import { RecordDetailsModal } from './record-details-modal';

const shown = (value: unknown, display?: DisplayType) =>
  render(<DetailValue value={value} display={display} />).container;

test.each<[DisplayType, unknown, string]>([
  ['boolean', true, 'Yes'],
  ['boolean', false, 'No'],
  ['currency', 1234.5, '$1,234.50'],
  ['currency', 0, '$0.00'],
  ['date', '2026-03-01', 'Mar 1, 2026'],
  ['json', { a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
  ['text', 'plain', 'plain'],
  ['text', '', '-'],
  ['datetime', null, '-'],
])('the display type %s shows %j as %j', (display, value, expected) => {
  expect(shown(value, display).textContent).toBe(expected);
});

test('a datetime is shown with its day and time', () => {
  expect(shown('2026-03-01T12:30:00.000Z', 'datetime').textContent).toMatch(/2026.*\d:30/);
});

test('a link opens in a new tab with noopener noreferrer', () => {
  shown('https://shop.example/a?b=c', 'link');
  const link = screen.getByRole('link', { name: 'https://shop.example/a?b=c' });
  expect(link).toHaveAttribute('href', 'https://shop.example/a?b=c');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('only http and https are links, whatever else is stored (CHAT-10)', () => {
  const address = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc
      .tuple(fc.constantFrom('javascript:', 'JavaScript:', ' data:', 'vbscript:', 'file:'), fc.string())
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(address, (value) => {
      const { container, unmount } = render(<DetailValue value={value} display="link" />);
      const link = container.querySelector('a');
      if (link) expect(link.protocol).toMatch(/^https?:$/);
      unmount();
    }),
  );
});

test('an email address writes a mail, a phone number calls, and anything else is text', () => {
  shown('ann@example.com', 'email');
  expect(screen.getByRole('link', { name: 'ann@example.com' })).toHaveAttribute('href', 'mailto:ann@example.com');
  shown('+1 (555) 010-77', 'phone');
  expect(screen.getByRole('link', { name: '+1 (555) 010-77' })).toHaveAttribute('href', 'tel:+155501077');
  expect(shown('a@b.c?bcc=everybody@example.com', 'email').querySelector('a')).toBeNull();
  expect(shown('call me', 'phone').querySelector('a')).toBeNull();
});

test("text over 100 characters is truncated with a 'Show full text' expander", async () => {
  const user = userEvent.setup();
  const long = 'x'.repeat(101);
  const container = shown(long);
  expect(container.textContent).toContain(`${'x'.repeat(100)}…`);
  await user.click(screen.getByRole('button', { name: 'Show full text' }));
  expect(container.textContent).toContain(long);
  expect(shown('y'.repeat(100)).querySelector('button')).toBeNull();
});

const shop = response({
  id,
  name: text('Name', {}),
  fee: number('Fee', {}),
  is_open: flag('Open'),
  created_at: dateTime('Created'),
  updated_at: dateTime('Last Updated'),
});
const record = {
  id: 7,
  name: 'Corner shop',
  fee: 0.5,
  is_open: true,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-02-01T00:00:00.000Z',
};

test('the detail modal is read-only, in sections, with a System Information block of id, created and last-updated times', async () => {
  const onClose = jest.fn();
  render(
    <RecordDetailsModal
      title="Shop"
      schema={shop}
      record={record}
      onClose={onClose}
      fields={{
        General: ['name'],
        'System Information': ['is_open'],
        Costs: [{ key: 'fee', display: 'currency' }],
      }}
    />,
  );
  const dialog = screen.getByRole('dialog', { name: 'Shop' });
  const headings = within(dialog)
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);
  expect(headings).toEqual(['General', 'Costs', 'System Information']);
  const terms = within(dialog)
    .getAllByRole('term')
    .map(({ textContent }) => textContent);
  expect(terms).toEqual(['Name', 'Fee', 'ID', 'Created', 'Last Updated', 'Open']);
  expect(within(dialog).queryByRole('textbox')).toBeNull();
  await userEvent.setup().click(screen.getByText('Close'));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('details that could not be read say why and can be read again', async () => {
  const onRetry = jest.fn();
  const failure = { message: 'Failed to load profile details', onRetry };
  render(
    <RecordDetailsModal
      title="Shop"
      schema={shop}
      record={undefined}
      fields={[]}
      failure={failure}
      onClose={jest.fn()}
    />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load profile details');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});
