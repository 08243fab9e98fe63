import { companyNoun, type Company } from 'contract/company/companies';
import { inGroup, useCurrentUser } from 'shared-auth';
import { CopyIcon, LazyPart, useTell, ViewIcon } from 'shared-ui';
import { prefetchList, defineList, ListScreen, useCall } from 'shared-ui/list-screen';
import { companyCalls } from './companies.api';

const loadConnections = () => import(/* webpackChunkName: 'company-added' */ '../connections/company-connections');

/** The company's connections: fetched when its details are opened. */
const connectionsOf = ({ id }: Company) => (
  <LazyPart load={loadConnections} failure="Failed to load connections">
    {({ default: CompanyConnections }) => <CompanyConnections companyId={id} />}
  </LazyPart>
);

const list = defineList({
  title: 'Company Management',
  noun: { one: 'Company', many: 'companies' },
  contract: companyNoun,
  columns: [
    { key: 'name', flexible: true },
    { key: 'slug', flexible: true },
    { key: 'timezone', width: 170 },
  ],
  filters: ['name', 'slug', 'has_shopify', 'has_klaviyo'],
  fields: {
    Company: ['name', { key: 'slug', help: 'Lowercase words joined by single hyphens' }, 'logo_url', 'timezone'],
    Shopify: ['shopify_store_url', { key: 'shopify_api_key', stored: 'has_shopify' }],
    Klaviyo: [{ key: 'klaviyo_api_key', stored: 'has_klaviyo' }],
    Costs: [
      'average_shipping_cost_per_order',
      { key: 'average_credit_card_processing_rate', step: 0.001, help: 'A fraction: 0.029 is 2.9 %' },
      'average_credit_card_per_order_fee',
    ],
  },
  details: {
    Company: ['name', 'slug', 'logo_url', 'timezone'],
    Integrations: [
      'has_shopify',
      'shopify_store_url',
      'has_klaviyo',
      { key: 'id', label: 'Connected With', render: connectionsOf },
    ],
    Costs: [
      'average_shipping_cost_per_order',
      'average_credit_card_processing_rate',
      'average_credit_card_per_order_fee',
    ],
  },
  badges: { slug: 'secondary' },
  pictures: 'company',
  nameOf: ({ name }) => name,
  exports: true,
  messages: {
    empty: 'No companies found',
    deleteWarning: 'It disappears at once, with everything that belongs to it. An operator can restore it for 30 days.',
  },
});

export const prefetch = prefetchList(list, companyCalls);

/** Company Management (specification 1 §2, §6): viewing, editing and exporting for all, adding and deleting for AaasAdmin. */
export default function CompaniesScreen() {
  const managesAll = inGroup(useCurrentUser(), 'AaasAdmin');
  const tell = useTell();
  const call = useCall();

  const duplicate = async ({ id }: Company) => {
    try {
      const { name } = await call.change(companyCalls.duplicate, id);
      tell.success('Company duplicated successfully', name);
    } catch (error) {
      tell.failure('Failed to duplicate', error);
    }
  };

  return (
    <ListScreen
      list={list}
      calls={companyCalls}
      can={{ add: managesAll, delete: managesAll }}
      rowActions={
        managesAll
          ? [
              { label: 'Duplicate', icon: <CopyIcon />, onSelect: (row) => void duplicate(row) },
              {
                label: 'Who Sees It',
                icon: <ViewIcon />,
                opens: () => import(/* webpackChunkName: 'company-added' */ '../people/company-people'),
              },
            ]
          : undefined
      }
      bulkActions={['Export Selected', 'Clear Selection']}
    />
  );
}
