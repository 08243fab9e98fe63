import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LazyPart } from './lazy-part';
import { explainPartFailuresBy, type PartFailure } from './part-failure';

const user = userEvent.setup();
const unexplained = () => Promise.resolve(null);
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  explainPartFailuresBy(unexplained);
  jest.restoreAllMocks();
});

type Module = { default: string };
const shown = (load: () => Promise<Module>, page = false) =>
  render(
    <LazyPart load={load} failure="Failed to load tea" page={page}>
      {({ default: words }) => <p>{words}</p>}
    </LazyPart>,
  );
const explained = (failure: PartFailure) => explainPartFailuresBy(() => Promise.resolve(failure));

test('a spinner says that it is on its way, until it is there', async () => {
  let arrive: (module: Module) => void = () => undefined;
  shown(() => new Promise((resolve) => (arrive = resolve)));
  expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  arrive({ default: 'Tea' });
  expect(await screen.findByText('Tea')).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});

test.each([
  ['a part of the page', false],
  ['a page', true],
])('%s that cannot be loaded says why, and Retry loads it anew', async (_, page) => {
  explained({ reason: 'The server could not be reached.', needsReload: false });
  const load = jest.fn<Promise<Module>, []>().mockRejectedValueOnce(new Error('gone'));
  shown(load.mockResolvedValue({ default: 'Tea' }), page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load teaThe server could not be reached.Retry');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Tea')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});

test('where only a reload helps it offers that, and where nothing is known to try again', async () => {
  explained({ reason: 'This console was deployed anew while this page was open.', needsReload: true });
  const { unmount } = shown(() => Promise.reject(new Error('gone')));
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  unmount();
  explainPartFailuresBy(unexplained);
  shown(() => Promise.reject(new Error('gone')));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please try again.');
});
