import { cleanup, screen, waitFor } from '@testing-library/react';
import { http } from 'shared-auth';
import { startService, type Service } from 'shared-auth/testing';
import { button, field, openForm, shop } from './testing/shop-form';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const onSubmit = (body: object) => http.post('/shops', { body });
const keys = () => service.requestsTo('POST /shops').map(({ headers }) => headers['idempotency-key']);
const create = async ({ user }: ReturnType<typeof openForm>, times: number) => {
  await user.click(button('Create'));
  await waitFor(() => expect(keys()).toHaveLength(times));
  await waitFor(() => expect(button('Create')).toBeEnabled());
};

test('a save whose answer was lost is tried again as the same, and is another one when its form has changed', async () => {
  service.on('POST /shops', (_, response) => {
    response.destroy();
    return undefined;
  });
  const form = openForm({ initial: shop, onSubmit });
  await create(form, 1);
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  // To be asked whether to leave is no other intention.
  await form.user.type(field('Name'), '!');
  await form.user.keyboard('{Escape}');
  await form.user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await form.user.type(field('Name'), '{Backspace}');
  await create(form, 2);
  await form.user.type(field('Name'), '2');
  service.on('POST /shops', [201, { id: 1 }]);
  await form.user.click(button('Create'));
  await waitFor(() => expect(form.onClose).toHaveBeenCalled());
  const [first, again, changed] = keys();
  expect(again).toBe(first);
  expect(changed).not.toBe(first);
});

test('a form that is opened anew saves anew', async () => {
  service.on('POST /shops', [503]);
  await create(openForm({ initial: shop, onSubmit }), 1);
  cleanup();
  await create(openForm({ initial: shop, onSubmit }), 2);
  const [first, second] = keys();
  expect(second).not.toBe(first);
});
