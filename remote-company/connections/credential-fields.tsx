import type { credentialCreate } from 'contract/company/connections';
import { CompanyField } from 'shared-ui/companies';
import type { FormFields } from 'shared-ui/record-form';
import { KindField } from './kind-field';

const isClient = (values: Readonly<Record<string, unknown>>) => values['kind'] === 'client';
const isMissing = (value: unknown) => value === undefined || value === null || value === '';

/**
 * The fields of a credential.
 *
 * @param mayShare whether the person may keep one that is no company's own
 */
export const credentialFields = (mayShare: boolean): FormFields<typeof credentialCreate> => [
  {
    key: 'company_id',
    component: CompanyField,
    readOnlyInEdit: true,
    help: mayShare
      ? 'Without a company it is shared: any connection may use it.'
      : 'Only connections of this company use it.',
    validate: (value) => (mayShare || !isMissing(value) ? null : 'Please select a company'),
  },
  { key: 'source', readOnlyInEdit: true },
  { key: 'kind', component: KindField, readOnlyInEdit: true },
  { key: 'label', help: 'What you call it, such as the app it is of.' },
  {
    key: 'client_id',
    help: 'Of a Shopify app with a client id and secret.',
    validate: (value, values) => (isClient(values) && isMissing(value) ? 'Client ID is required' : null),
  },
  {
    key: 'secret',
    help: 'The token, the client’s secret or the API key. It is kept sealed and never shown again.',
    validate: (value, values) => ('id' in values || !isMissing(value) ? null : 'Secret is required'),
  },
];
