import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { response, flag, id, dateTime, number, text } from 'contract/schema';
import fc from 'fast-check';
import { pagesAt } from '../testing/page-at';
import type { Steps } from './detail-steps';
import { DetailValue, type DisplayType } from './detail-value';
import { RecordDetailsModal, type DetailFields } from './record-details-modal';

const user = userEvent.setup();

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

test('a dash for what is absent is quieter than a value', () => {
  expect(shown(null).querySelector('.detail-nothing')).toHaveTextContent('-');
  expect(shown('-').querySelector('.detail-nothing')).toBeNull();
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
type Props = Partial<Parameters<typeof RecordDetailsModal<typeof shop>>[0]>;
const modal = (given: Props) => {
  const details = (
    <RecordDetailsModal title="Shop" schema={shop} record={undefined} fields={[]} onClose={jest.fn()} {...given} />
  );
  return pagesAt({ '/': details }, '/').page;
};
const open = (given: Props) => render(modal(given));

const record = {
  id: 7,
  name: 'Corner shop',
  fee: 0.5,
  is_open: true,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-02-01T00:00:00.000Z',
};

const fields = {
  General: ['name'],
  'System Information': ['is_open'],
  Costs: [{ key: 'fee', display: 'currency' }],
} as const;

test('the detail modal is read-only, in sections, with a System Information block of id, created and last-updated times', async () => {
  const onClose = jest.fn();
  open({ title: 'Corner shop', kind: 'Shop', record, fields, onClose });
  const dialog = screen.getByRole('dialog', { name: 'Corner shop' });
  const terms = within(dialog)
    .getAllByRole('term')
    .map(({ textContent }) => textContent);
  expect(terms).toEqual(['Name', 'Fee', 'ID', 'Created', 'Last Updated', 'Open']);
  expect(within(dialog).queryByRole('textbox')).toBeNull();
  await user.click(screen.getByText('Close'));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('its headings follow that of the page: the name, and one level below it the sections', () => {
  open({ title: 'Corner shop', record, fields });
  const headings = within(screen.getByRole('dialog')).getAllByRole('heading');
  expect(headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
    'H2 Corner shop',
    'H3 General',
    'H3 Costs',
    'H3 System Information',
  ]);
});

test('details that could not be read say why and can be read again', async () => {
  const onRetry = jest.fn();
  open({ record: undefined, failure: { message: 'Failed to load profile details', onRetry } });
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load profile details');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('details of what is not there are not offered to be read again', () => {
  const failure = { message: 'Profile not found', error: { status: 404 }, onRetry: jest.fn() };
  open({ record: undefined, failure });
  expect(screen.getByRole('alert')).toHaveTextContent('Profile not found');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

describe('the way to the neighbours', () => {
  const steps = (given: Partial<Steps> = {}) => ({ at: 3, of: 25, onPrevious: jest.fn(), onNext: jest.fn(), ...given });

  test('says where one is, and leads there by buttons and by arrow keys', async () => {
    const given = steps();
    open({ record, steps: given });
    expect(screen.getByText(/3 of 25/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.keyboard('{ArrowRight}{ArrowLeft}{Control>}{ArrowLeft}{/Control}');
    expect(given.onNext).toHaveBeenCalledTimes(2);
    expect(given.onPrevious).toHaveBeenCalledTimes(1);
  });

  test('ends at the first and at the last, where the focus stays', async () => {
    open({ record, steps: steps({ at: 25, onNext: undefined }) });
    const next = screen.getByRole('button', { name: 'Next' });
    await user.click(next);
    expect(next).toHaveFocus();
    expect(next).toHaveAttribute('aria-disabled', 'true');
  });

  test('leaves the arrows to fields, and to a dialog that is open over it', async () => {
    const given = steps();
    const withField: DetailFields<typeof shop> = [{ key: 'name', render: () => <input aria-label="Note" /> }];
    const { rerender } = open({ record, steps: given, fields: withField });
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'a{ArrowLeft}{ArrowRight}');
    rerender(modal({ record, steps: given, covered: true }));
    screen.getByRole('button', { name: 'Next' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(given.onNext).not.toHaveBeenCalled();
    expect(given.onPrevious).not.toHaveBeenCalled();
  });
});

test('what may be done stands beside Close: what destroys first, the main action last', async () => {
  const onSelect = jest.fn();
  const actions = [
    { label: 'Edit', onSelect },
    { label: 'Costs', to: '/costs' },
    { label: 'Delete', danger: true, onSelect },
  ];
  open({ record, actions });
  const footer = screen.getByRole('button', { name: 'Edit' }).parentElement as HTMLElement;
  expect([...footer.children].map(({ textContent }) => textContent)).toEqual(['Delete', 'Costs', 'Close', 'Edit']);
  expect(screen.getByRole('link', { name: 'Costs' })).toHaveAttribute('href', '/costs');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(onSelect).toHaveBeenCalledTimes(1);
});
