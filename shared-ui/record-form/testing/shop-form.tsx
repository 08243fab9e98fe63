/** The form of a shop, for the tests of the form. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { number, object, oneOf, nullable, secret, text, type Infer } from 'contract/schema';
import { Link } from '../../router';
import { pagesAt } from '../../testing/page-at';
import type { FormFields } from '../form-field';
import { RecordFormModal } from '../record-form-modal';
import type { RecordFormModalProps } from '../record-form-props';

export const schema = object(
  {
    name: text('Name', { minLength: 1, maxLength: 10 }),
    slug: text('Slug', { minLength: 1 }),
    zone: oneOf('Zone', ['east', 'west']),
    fee: nullable(number('Fee', { minimum: 0, maximum: 1, multipleOf: 0.01 })),
    api_key: secret('API Key'),
  },
  ['name', 'slug', 'zone'],
);
export type Write = Infer<typeof schema>;
export interface Shop {
  id: number;
  name: string;
  slug: string;
  zone: 'east' | 'west';
  fee: number | null;
  has_key: boolean;
  updated_at: string;
}

export const zone = {
  key: 'zone',
  options: [
    { label: 'Atlantic', options: [{ value: 'east', label: 'East coast' }] },
    { value: 'west', label: 'West' },
  ],
} as const;
export const fields = {
  General: [{ key: 'name', help: 'As customers know it.' }, { key: 'slug', readOnlyInEdit: true }, zone],
  Costs: ['fee'],
  Keys: [{ key: 'api_key', stored: 'has_key' }],
} satisfies FormFields<typeof schema, Shop>;
export const shop: Shop = {
  id: 3,
  name: 'Corner',
  slug: 'corner',
  zone: 'east',
  fee: 0.5,
  has_key: true,
  updated_at: '2026-01-01T00:00:00.000Z',
};

type Props = RecordFormModalProps<typeof schema, Shop>;

/** Opens the form of a shop on a page that has a way elsewhere; `within` renders what is around it. */
export function openForm(over: Partial<Props> = {}, within: (form: ReactElement) => ReactElement = (form) => form) {
  const onSubmit = jest.fn<Promise<unknown>, [Write, string | undefined]>(() => Promise.resolve());
  const onClose = jest.fn();
  const form = (
    <RecordFormModal
      title="Shop"
      mode="create"
      schema={schema}
      fields={fields}
      onSubmit={onSubmit}
      onClose={onClose}
      {...over}
    />
  );
  const page = (
    <>
      <Link to="/elsewhere">Leave</Link>
      {within(form)}
    </>
  );
  const { page: drawn, router } = pagesAt({ '/': page, '/elsewhere': <p>Elsewhere</p> }, '/');
  render(drawn);
  return { user: userEvent.setup(), onSubmit, onClose, router };
}
export const button = (name: string) => screen.getByRole('button', { name });
export const field = (name: string) => screen.getByLabelText(new RegExp(`^${name}`));
export const refusal = (status: number, data: unknown) => Object.assign(new Error('refused'), { status, data });
export const refuseOnce = (error: unknown) =>
  jest.fn<Promise<unknown>, [Write, string | undefined]>(() => Promise.resolve()).mockRejectedValueOnce(error);

export async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field('Name'), 'Corner');
  await user.type(field('Slug'), 'corner');
  await user.selectOptions(field('Zone'), 'West');
}
