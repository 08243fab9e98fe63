import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { ConfirmModal } from './confirm-modal';
import { Dialog } from './dialog';

/** A page whose button opens what `dialog` makes. */
function Page({ dialog }: { dialog(onClose: () => void): ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button onClick={() => setOpened(true)}>Open</button>
      {opened && dialog(() => setOpened(false))}
    </>
  );
}

function Details({ onClose }: { onClose(): void }) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog title="Details" open={open} onCloseRequest={close} onClosed={onClose} footer={<button>Done</button>}>
      Content
    </Dialog>
  );
}

const opened = async (dialog: (onClose: () => void) => ReactNode) => {
  const user = userEvent.setup();
  render(<Page dialog={dialog} />);
  await user.click(screen.getByText('Open'));
  return user;
};
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('a dialog is named by its title, takes the focus, and gives it back when Escape closes it', async () => {
  const user = await opened((onClose) => <Details onClose={onClose} />);
  expect(screen.getByRole('dialog', { name: 'Details' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await gone();
  expect(screen.getByText('Open')).toHaveFocus();
});

test('a dialog keeps the focus when the control that has it goes', async () => {
  function Question() {
    const [answered, setAnswered] = useState(false);
    return answered ? <p>Thank you</p> : <button onClick={() => setAnswered(true)}>Answer</button>;
  }
  const user = await opened(() => (
    <Dialog title="Details" open onCloseRequest={jest.fn()} onClosed={jest.fn()} footer={null}>
      <Question />
    </Dialog>
  ));
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  expect(screen.getByText('Thank you')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Details' })).toHaveFocus());
});

test('the second click of a double click, which falls beside the dialog it has opened, does not close it', async () => {
  await opened((onClose) => <Details onClose={onClose} />);
  const beside = screen.getByRole('dialog').parentElement as HTMLElement;
  const click = (detail: number) => {
    fireEvent.mouseDown(beside);
    fireEvent.mouseUp(beside);
    fireEvent.click(beside, { detail });
  };
  click(2);
  expect(screen.getByRole('dialog')).toHaveTextContent('Content');
  expect(screen.queryByRole('dialog')?.closest('.dialog-panel-leave')).toBeFalsy();
  click(1);
  await gone();
});

test("an action flagged for confirmation opens a 'Confirm Action' modal with Cancel and Confirm", async () => {
  const onConfirm = jest.fn();
  const user = await opened((onClose) => (
    <ConfirmModal onConfirm={onConfirm} onClose={onClose}>
      Are you sure you want to export 2 item(s)?
    </ConfirmModal>
  ));
  const dialog = screen.getByRole('dialog', { name: 'Confirm Action' });
  expect(dialog).toHaveTextContent('Are you sure you want to export 2 item(s)?');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await gone();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('Confirm does it once, however often it is pressed', async () => {
  const onConfirm = jest.fn();
  await opened((onClose) => (
    <ConfirmModal onConfirm={onConfirm} onClose={onClose}>
      Sure?
    </ConfirmModal>
  ));
  const confirm = screen.getByRole('button', { name: 'Confirm' });
  expect(confirm).toHaveFocus();
  act(() => {
    confirm.click();
    confirm.click();
  });
  await gone();
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('a question about destroying starts on Cancel, so that Enter does no harm', async () => {
  const onConfirm = jest.fn();
  const user = await opened((onClose) => (
    <ConfirmModal danger onConfirm={onConfirm} onClose={onClose}>
      Delete it?
    </ConfirmModal>
  ));
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await gone();
  expect(onConfirm).not.toHaveBeenCalled();
});
