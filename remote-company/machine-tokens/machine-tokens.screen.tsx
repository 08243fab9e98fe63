import {
  ingestScope,
  ingestTokenRotation,
  tokenNoun,
  type IngestToken,
  type IngestTokenCreate,
  type IngestTokenRotation,
  type IngestTokenWithSecret,
} from 'contract/ingest/ingest-tokens';
import { useMemo } from 'react';
import { LockIcon, RetryIcon, useDialog } from 'shared-ui';
import {
  prefetchList,
  cellClass,
  defineList,
  ListScreen,
  rowForm,
  useCall,
  type Mutation,
} from 'shared-ui/list-screen';
import { CompaniesField } from '../companies/companies-field';
import { ExpiryField } from './expiry-field';
import { machineTokenCalls } from './machine-tokens.api';
import { ScopesField } from './scopes-field';

const loadSecret = () => import(/* webpackChunkName: 'company-added' */ './token-secret');
const { list: listCall, matching, get, update, create, rotate } = machineTokenCalls;

// Untracked: the store does not keep the response.
const creating: Mutation<IngestTokenCreate, IngestTokenWithSecret> = {
  initiate: (body) => create.initiate(body, { track: false }),
};
const rotating: Mutation<IngestTokenRotation & { id: number }, IngestTokenWithSecret> = {
  initiate: (body) => rotate.initiate(body, { track: false }),
};

const nameCell = ({ name, hint }: IngestToken) => (
  <>
    <span className={cellClass('lines')} title={name} dir="auto">
      {name}
    </span>
    {hint && <span className={cellClass('quiet')}>{hint}…</span>}
  </>
);
const scopesInWords = ({ scopes }: IngestToken) => scopes.map((scope) => ingestScope.labels[scope]).join(', ');

const list = defineList({
  title: 'Machine Tokens',
  noun: { one: 'Machine Token', many: 'machine tokens' },
  contract: tokenNoun,
  columns: [
    { key: 'name', lines: 2, flexible: true, cell: nameCell },
    { key: 'company_names', flexible: true, lines: 2, cell: ({ company_names }) => company_names.join(', ') || '-' },
    { key: 'scopes', flexible: true, lines: 2, cell: scopesInWords },
    { key: 'state', width: 150, fact: true },
    { key: 'expires_at', fact: true },
    { key: 'last_used_at' },
  ],
  filters: ['search', 'state'],
  fields: [
    { key: 'name', help: 'What it is for, such as the program that uses it. The activity log names it.' },
    { key: 'company_ids', component: CompaniesField, help: 'It writes to these companies and to no other.' },
    { key: 'scopes', component: ScopesField },
    { key: 'expires_at', component: ExpiryField, onlyInCreate: true, help: 'At most 366 days from now.' },
  ],
  details: {
    Token: [
      'name',
      { key: 'hint', render: ({ hint }) => (hint ? `${hint}…` : '-') },
      'state',
      { key: 'company_names', render: ({ company_names }) => company_names.join(', ') || '-' },
      { key: 'scopes', render: scopesInWords },
    ],
    Use: ['expires_at', 'old_secret_until', 'revoked_at', 'last_used_at', 'last_used_address'],
  },
  badges: { state: { active: 'success', locked: 'warning', expired: 'secondary', revoked: 'secondary' } },
  nameOf: ({ name }) => name,
  messages: { empty: 'No machine tokens found' },
  rereads: true,
});

export const prefetch = prefetchList(list, machineTokenCalls);

/** Machine Tokens (DECISIONS §14): with one, a program writes what it has read. Its secret is shown once. */
export default function MachineTokensScreen() {
  const { dialog, open, close } = useDialog();
  const call = useCall();

  const { showing, ofList } = useMemo(() => {
    /** Makes a secret once there is what shows it, for it is not to be had again. */
    const showing = async (make: () => Promise<IngestTokenWithSecret>) => {
      const { default: TokenSecret } = await loadSecret();
      const made = await make();
      void open(async () => <TokenSecret made={made} onClose={close} />);
    };
    const createShowing: Mutation<IngestTokenCreate, void> = {
      initiate: (body) => (dispatch) => {
        const made = showing(() => dispatch(creating.initiate(body)).unwrap());
        const settled = made.then(
          () => ({}),
          (error: unknown) => ({ error }),
        );
        return Object.assign(settled, { unwrap: () => made });
      },
    };
    // Revoking has words of its own, in the row's menu.
    return { showing, ofList: { list: listCall, matching, get, update, create: createShowing } };
  }, [open, close]);

  return (
    <>
      <ListScreen
        list={list}
        calls={ofList}
        rowActions={[
          rowForm<IngestToken, typeof ingestTokenRotation>({
            label: 'Rotate',
            icon: <RetryIcon />,
            form: {
              title: 'Rotate Machine Token',
              schema: ingestTokenRotation,
              fields: ['overlap'],
              note: 'Makes a new secret, which is shown once. Choose how long programs that still have the old one go on.',
              submitLabel: 'Rotate',
            },
            run: ({ id }, values) => showing(() => call.change(rotating, { id, ...values })),
          }),
          {
            label: 'Revoke',
            icon: <LockIcon />,
            opens: () => import(/* webpackChunkName: 'company-added' */ './revoke-token'),
          },
        ]}
        bulkActions={[]}
      />
      {dialog}
    </>
  );
}
