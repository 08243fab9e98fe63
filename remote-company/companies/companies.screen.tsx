import { company, companyListQuery, companyWrite, type Company } from 'api/contract/company/companies';
import { inGroup, useCurrentUser } from 'shared-auth';
import { Badge, CopyIcon, useTell } from 'shared-ui';
import { defineList, ListScreen, useCall } from 'shared-ui/list-screen';
import { companiesApi } from './companies.api';

const hasOrNo = (integration: string) =>
  [
    { value: true, label: `Has ${integration}` },
    { value: false, label: `No ${integration}` },
  ] as const;

const companies = defineList({
  title: 'Company Management',
  noun: { one: 'Company', many: 'companies' },
  record: company,
  query: companyListQuery,
  written: companyWrite,
  columns: [
    { key: 'name', sort: 'name', flexible: true },
    { key: 'slug', sort: 'slug', flexible: true, cell: ({ slug }) => <Badge tone="secondary">{slug}</Badge> },
    { key: 'timezone', sort: 'timezone' },
  ],
  filters: [
    { key: 'name', type: 'text' },
    { key: 'slug', type: 'text' },
    { key: 'has_shopify', type: 'choice', options: hasOrNo('Shopify') },
    { key: 'has_klaviyo', type: 'choice', options: hasOrNo('Klaviyo') },
  ],
  fields: [
    { key: 'name', type: 'text', section: 'Company' },
    { key: 'slug', type: 'text', section: 'Company', help: 'Lowercase words joined by single hyphens' },
    { key: 'logo_url', type: 'text', section: 'Company', placeholder: 'https://' },
    { key: 'timezone', type: 'select', section: 'Company', placeholder: 'Select a timezone' },
    { key: 'shopify_store_url', type: 'text', section: 'Shopify', placeholder: 'https://' },
    { key: 'shopify_api_key', type: 'secret', section: 'Shopify', stored: 'has_shopify' },
    { key: 'klaviyo_api_key', type: 'secret', section: 'Klaviyo', stored: 'has_klaviyo' },
    { key: 'average_shipping_cost_per_order', type: 'number', section: 'Costs', step: 0.01 },
    {
      key: 'average_credit_card_processing_rate',
      type: 'number',
      section: 'Costs',
      step: 0.001,
      help: 'A fraction: 0.029 is 2.9 %',
    },
    { key: 'average_credit_card_per_order_fee', type: 'number', section: 'Costs', step: 0.01 },
  ],
  details: [
    { key: 'name', section: 'Company' },
    { key: 'slug', section: 'Company', render: ({ slug }) => <Badge tone="secondary">{slug}</Badge> },
    { key: 'logo_url', section: 'Company', display: 'link' },
    { key: 'timezone', section: 'Company' },
    { key: 'has_shopify', section: 'Integrations', display: 'boolean' },
    { key: 'shopify_store_url', section: 'Integrations', display: 'link' },
    { key: 'has_klaviyo', section: 'Integrations', display: 'boolean' },
    { key: 'average_shipping_cost_per_order', section: 'Costs', display: 'currency' },
    { key: 'average_credit_card_processing_rate', section: 'Costs' },
    { key: 'average_credit_card_per_order_fee', section: 'Costs', display: 'currency' },
  ],
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  exports: true,
  sentences: {
    empty: 'No companies found',
    loadFailed: 'Failed to load companies',
    exportFailed: 'Failed to export companies',
    deleteWarning: 'It disappears at once, with everything that belongs to it. An operator can restore it for 30 days.',
  },
});

const { listCompanies, getCompany, createCompany, replaceCompany, deleteCompany, duplicateCompany } =
  companiesApi.endpoints;
const calls = {
  list: listCompanies,
  get: getCompany,
  create: createCompany,
  update: replaceCompany,
  remove: deleteCompany,
};

/** Company Management (specification 1 §2, §6): viewing, editing and exporting for all, adding and deleting for AaasAdmin. */
export default function CompaniesScreen() {
  const managesAll = inGroup(useCurrentUser(), 'AaasAdmin');
  const tell = useTell();
  const call = useCall();

  const duplicate = async ({ id }: Company) => {
    try {
      const { name } = await call.change(duplicateCompany, id);
      tell.success('Company duplicated successfully', name);
    } catch (error) {
      tell.failure('Failed to duplicate', error);
    }
  };

  return (
    <ListScreen
      list={companies}
      calls={calls}
      can={{ add: managesAll, delete: managesAll }}
      rowActions={
        managesAll ? [{ label: 'Duplicate', icon: <CopyIcon />, onSelect: (row) => void duplicate(row) }] : undefined
      }
      bulkActions={['Export Selected', 'Clear Selection']}
    />
  );
}
