import { credentialNoun } from 'contract/company/connections';
import { inGroup, useCurrentUser } from 'shared-auth';
import { useMemo } from 'react';
import { defineList, ListScreen, prefetchList } from 'shared-ui/list-screen';
import { ConnectionTabs } from './connection-tabs';
import { credentialFields } from './credential-fields';
import { credentialCalls } from './connections.api';

const definition = (mayShare: boolean) =>
  defineList({
    title: 'Credentials',
    noun: { one: 'Credential', many: 'credentials' },
    contract: credentialNoun,
    columns: [
      { key: 'label', flexible: true },
      { key: 'source', width: 110 },
      { key: 'kind', width: 170 },
      { key: 'company_name', flexible: true, cell: ({ company_name }) => company_name ?? 'Shared' },
      { key: 'state', width: 170, fact: true },
      { key: 'expires_at', fact: true },
      { key: 'connection_count', width: 130 },
    ],
    filters: ['search', 'company_id', 'source', 'state'],
    fields: credentialFields(mayShare),
    details: {
      Credential: [
        'label',
        'source',
        'kind',
        'client_id',
        { key: 'hint', render: ({ hint }) => (hint ? `…${hint}` : '-') },
        { key: 'company_name', render: ({ company_name }) => company_name ?? 'Shared' },
      ],
      Use: ['state', 'state_message', 'paused_until', 'expires_at', 'connection_count'],
    },
    badges: { state: { new: 'secondary', ok: 'success', waiting: 'warning', reconnect: 'danger' } },
    nameOf: ({ label }) => label,
    messages: {
      empty: 'No credentials found',
      deleteWarning: 'One that a connection uses is not deleted. The secret is gone for good.',
    },
    forgetsCompany: true,
    rereads: true,
  });

export const prefetch = prefetchList(definition(false), credentialCalls);

/** The credentials that connections sign in with (DECISIONS §13): a secret is sent once and never shown again. */
export default function CredentialsScreen() {
  const mayShare = inGroup(useCurrentUser(), 'AaasAdmin');
  const list = useMemo(() => definition(mayShare), [mayShare]);
  return (
    <>
      <ConnectionTabs />
      <ListScreen list={list} calls={credentialCalls} bulkActions={[]} />
    </>
  );
}
