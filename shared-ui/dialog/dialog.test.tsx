import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog } from './dialog';

function Opened() {
  const [rendered, setRendered] = useState(false);
  const [open, setOpen] = useState(true);
  return (
    <>
      <button onClick={() => setRendered(true)}>open</button>
      {rendered && (
        <Dialog
          title="A title"
          open={open}
          onCloseRequest={() => setOpen(false)}
          onClosed={() => setRendered(false)}
          footer={<button>ok</button>}
        >
          <input aria-label="name" autoFocus />
        </Dialog>
      )}
    </>
  );
}

test('closes and gives the focus back', async () => {
  const user = userEvent.setup();
  render(<Opened />);
  await user.click(screen.getByText('open'));
  expect(screen.getByRole('dialog', { name: 'A title' })).toBeVisible();
  expect(screen.getByLabelText('name')).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('open')).toHaveFocus();
});
