import type { ConnectionSettings } from 'contract/company/connections';
import { lazy, Suspense, useState } from 'react';
import { AddIcon, Alert, Button, Select } from 'shared-ui';
import type { CustomFieldProps } from 'shared-ui/record-form';
import './connection-fields.css';
import { credentialCalls } from './connections.api';
import { sourceIn } from './kind-field';

// The largest page of the service.
const MOST = 100;

const CredentialForm = lazy(() => import(/* webpackChunkName: 'company-added' */ './credential-form'));

/** Which credential a connection signs in with: the company's own Shopify key, one that is there, or a new one. */
export function CredentialField({ control, value, onChange, values, record }: CustomFieldProps) {
  const [isAdding, setIsAdding] = useState(false);
  const source = sourceIn({ values, record });
  const companyId = Number(values['company_id'] ?? record['company_id']) || null;
  const isReady = !!source && companyId !== null;
  const { data, isError, refetch } = credentialCalls.list.useQuery(
    { source: source || 'meta', page_size: MOST, sort_by: 'label' },
    { skip: !isReady },
  );
  // Shared ones are listed for those who may use them.
  const usable = (data?.items ?? []).filter(({ company_id }) => company_id === null || company_id === companyId);
  return (
    <div className="connection-credential">
      <Select
        {...control}
        value={typeof value === 'number' ? value : ''}
        disabled={control.disabled || !isReady}
        onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
      >
        <option value="">
          {!isReady
            ? 'Choose company and source first'
            : source === 'shopify'
              ? 'The company’s own Shopify key'
              : 'Choose a credential'}
        </option>
        {usable.map(({ id, label, hint, shared }) => (
          <option key={id} value={id}>
            {[label, shared && '(shared)', hint && `…${hint}`].filter(Boolean).join(' ')}
          </option>
        ))}
      </Select>
      <Button icon={<AddIcon />} disabled={control.disabled || !isReady} onClick={() => setIsAdding(true)}>
        New credential
      </Button>
      {isError && (
        <Alert
          type="error"
          title="Failed to load credentials"
          actions={<Button onClick={() => void refetch()}>Retry</Button>}
        />
      )}
      {isAdding && isReady && (
        // Its submission is not the outer form's.
        <div onSubmit={(event) => event.stopPropagation()}>
          <Suspense>
            <CredentialForm
              beginning={{ company_id: companyId, source }}
              onMade={({ id }) => onChange(id)}
              onClose={() => setIsAdding(false)}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Whether costs of a store are proposed; the other sources have none. */
export function CostsField({ control, value, onChange, values, record }: CustomFieldProps) {
  const isStore = sourceIn({ values, record }) === 'shopify';
  const { costs = 'off' } = (value ?? {}) as ConnectionSettings;
  return (
    <Select
      {...control}
      disabled={control.disabled || !isStore}
      value={isStore ? costs : 'off'}
      onChange={({ target }) => onChange({ costs: target.value })}
    >
      <option value="off">{isStore ? 'Ignore them' : 'This source has none'}</option>
      {isStore && <option value="propose">Propose them where they differ</option>}
    </Select>
  );
}
