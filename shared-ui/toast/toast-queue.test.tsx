import { act, fireEvent, render, screen } from '@testing-library/react';
import { ToastQueue } from './toast-queue';
import { dismissToast, shownToasts, useToast, type ShownToast, type ToastType } from './toasts';

beforeEach(() => {
  jest.useFakeTimers();
  render(<ToastQueue />);
});
afterEach(() => {
  // The queue outlives its screen: what a test left there would greet the next one.
  for (const { id } of shownToasts()) dismissToast(id);
  jest.useRealTimers();
});

const show = (type: ToastType, message: string, detail?: string) => {
  let shown: ShownToast | undefined;
  act(() => {
    shown = useToast().show({ type, message, detail });
  });
  return shown as ShownToast;
};
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const messages = () => screen.queryAllByText(/^Message/).map((toast) => toast.textContent);

test.each<[ToastType, 'status' | 'alert']>([
  ['default', 'status'],
  ['info', 'status'],
  ['success', 'status'],
  ['loading', 'status'],
  ['warning', 'alert'],
  ['error', 'alert'],
])('a toast of type %s is announced as %s', (type, role) => {
  show(type, 'Message', 'and why');
  expect(screen.getByRole(role)).toHaveTextContent('Messageand why');
});

test('toasts queue up in order and go after their time, what went wrong later', () => {
  show('success', 'Message 1');
  show('info', 'Message 2');
  show('error', 'Message 3');
  expect(messages()).toEqual(['Message 1', 'Message 2', 'Message 3']);
  wait(5_000);
  expect(messages()).toEqual(['Message 3']);
  wait(5_000);
  expect(messages()).toEqual([]);
});

test('at most three are shown at once, the newest; what waits has all its time when there is room again', () => {
  show('error', 'Message 1');
  for (const at of [2, 3, 4]) show('success', `Message ${at}`);
  expect(messages()).toEqual(['Message 2', 'Message 3', 'Message 4']);
  wait(5_000);
  expect(messages()).toEqual(['Message 1']);
  wait(9_999);
  expect(messages()).toEqual(['Message 1']);
  wait(1);
  expect(messages()).toEqual([]);
});

test('good news that newer good news has displaced does not come back', () => {
  for (const at of [1, 2, 3, 4, 5]) show('success', `Message ${at}`);
  expect(messages()).toEqual(['Message 3', 'Message 4', 'Message 5']);
  wait(5_000);
  expect(messages()).toEqual([]);
});

const offerUndo = (message: string) => {
  const onSelect = jest.fn();
  act(() => {
    useToast().show({ type: 'success', message, duration: 10_000, action: { label: 'Undo', undoes: true, onSelect } });
  });
  return onSelect;
};

test('an Undo is offered for all its 10 s, whatever good news comes after it', () => {
  const undo = offerUndo('Message 1');
  for (const at of [2, 3, 4]) show('success', `Message ${at}`);
  expect(messages()).toEqual(['Message 1', 'Message 3', 'Message 4']);
  wait(5_000);
  for (const at of [5, 6, 7]) show('info', `Message ${at}`);
  wait(4_999);
  expect(messages()).toEqual(['Message 1', 'Message 6', 'Message 7']);
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(undo).toHaveBeenCalledTimes(1);
});

test('what goes wrong is seen beside it at once, and hides no Undo', () => {
  offerUndo('Message 1');
  for (const at of [2, 3, 4]) show('error', `Message ${at}`);
  expect(messages()).toEqual(['Message 1', 'Message 3', 'Message 4']);
  wait(10_000);
  expect(messages()).toEqual(['Message 2']);
});

test('of four Undos the first waits for room, and then has all its time', () => {
  for (const at of [1, 2, 3, 4]) offerUndo(`Message ${at}`);
  expect(messages()).toEqual(['Message 2', 'Message 3', 'Message 4']);
  wait(10_000);
  expect(messages()).toEqual(['Message 1']);
  wait(9_999);
  expect(messages()).toEqual(['Message 1']);
  wait(1);
  expect(messages()).toEqual([]);
});

test.each([
  ['pointing at them', fireEvent.mouseEnter, fireEvent.mouseLeave],
  ['the focus on them', fireEvent.focus, fireEvent.blur],
])('%s stops their time', (_, enter, leave) => {
  show('success', 'Message');
  enter(screen.getByRole('region', { name: 'Notifications' }));
  wait(60_000);
  expect(messages()).toEqual(['Message']);
  leave(screen.getByRole('region', { name: 'Notifications' }));
  wait(5_000);
  expect(messages()).toEqual([]);
});

test('a loading toast stays until it is updated, then takes its time', () => {
  const toast = show('loading', 'Message: exporting');
  wait(600_000);
  act(() => toast.update({ type: 'success', message: 'Message: exported' }));
  expect(messages()).toEqual(['Message: exported']);
  wait(5_000);
  expect(messages()).toEqual([]);
});

test('the end of what was dismissed while loading is still told', () => {
  const toast = show('loading', 'Message: exporting');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss notification' }));
  expect(messages()).toEqual([]);
  act(() => toast.update({ type: 'error', message: 'Message: failed' }));
  expect(messages()).toEqual(['Message: failed']);
});

test('a toast is dismissed by its button and by its maker', () => {
  show('error', 'Message 1');
  const second = show('error', 'Message 2');
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss notification' })[0] as HTMLElement);
  expect(messages()).toEqual(['Message 2']);
  act(() => second.dismiss());
  expect(messages()).toEqual([]);
});

test('a toast that says how long it stays goes after that time', () => {
  let shown: ShownToast | undefined;
  act(() => {
    shown = useToast().show({ type: 'loading', message: 'Message 1' });
  });
  wait(60_000);
  act(() => shown?.update({ type: 'success', message: 'Message 2', duration: 3000 }));
  wait(2999);
  expect(messages()).toEqual(['Message 2']);
  wait(1);
  expect(messages()).toEqual([]);
});

test('a toast that offers something stays until it is done or dismissed', () => {
  const reload = jest.fn();
  act(() => {
    useToast().show({
      type: 'info',
      message: 'Message',
      duration: null,
      action: { label: 'Reload', onSelect: reload },
    });
  });
  wait(600_000);
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(messages()).toEqual([]);
});
