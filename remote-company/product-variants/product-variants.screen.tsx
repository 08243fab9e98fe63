import {
  OVERRIDES,
  productVariant,
  productVariantCreate,
  productVariantListQuery,
  productVariantOverrides,
  SALES_CHANNELS,
  type ProductVariant,
} from 'api/contract/company/product-variants';
import { object, oneOf, nullable, text } from 'api/contract/schema';
import type { ReactNode } from 'react';
import { Alert, Badge, CostsIcon, OverrideIcon, useTell, useToast } from 'shared-ui';
import { FixedCompanyField } from 'shared-ui/companies';
import {
  bulkForm,
  defineList,
  ListScreen,
  rowForm,
  useBulkOutcome,
  useCall,
  type BulkAction,
} from 'shared-ui/list-screen';
import { productVariantsApi } from './product-variants.api';
import './product-variants.css';
import { CHANNEL_NAMES, isOverridden, SYNC_OUTCOMES, syncAge } from './variant-state';

const channels = SALES_CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }));

/** A name, and beside it that the channel has another. */
const nameCell = (name: ReactNode, override: string | null, cached: string) =>
  isOverridden(override, cached) ? (
    <span className="variant-name">
      <bdi>{name}</bdi>
      <Badge tone="info">Overridden</Badge>
    </span>
  ) : (
    name
  );

const activeBadge = ({ is_active }: ProductVariant) => (
  <Badge tone={is_active ? 'success' : 'secondary'}>{is_active ? 'Active' : 'Inactive'}</Badge>
);

const syncBadge = ({ last_synced_at }: ProductVariant) => {
  const age = syncAge(last_synced_at, Date.now());
  return (
    <Badge tone={last_synced_at === null ? 'secondary' : age.endsWith('h ago') ? 'success' : 'warning'}>{age}</Badge>
  );
};

const variants = defineList({
  title: 'Product Variants Management',
  noun: { one: 'Product Variant', many: 'product variants' },
  record: productVariant,
  query: productVariantListQuery,
  written: productVariantCreate,
  columns: [
    { key: 'product_variant_identifier', sort: 'product_variant_identifier' },
    {
      key: 'display_product_name',
      sort: 'display_product_name',
      flexible: true,
      cell: (row) => nameCell(row.display_product_name, row.override_product_name, row.cached_product_name),
    },
    {
      key: 'display_product_variant_name',
      sort: 'display_product_variant_name',
      flexible: true,
      cell: (row) =>
        nameCell(row.display_product_variant_name, row.override_product_variant_name, row.cached_product_variant_name),
    },
    { key: 'sales_channel', sort: 'sales_channel', cell: ({ sales_channel }) => CHANNEL_NAMES[sales_channel] },
    { key: 'is_active', sort: 'is_active', cell: activeBadge },
    { key: 'sync_status', sort: 'last_synced_at', cell: syncBadge },
  ],
  filters: [
    { key: 'company_id', type: 'company' },
    { key: 'cached_product_name', type: 'text' },
    { key: 'override_product_name', type: 'text' },
    { key: 'cached_product_variant_name', type: 'text' },
    { key: 'override_product_variant_name', type: 'text' },
    { key: 'sales_channel', type: 'choice', options: channels },
    { key: 'product_variant_identifier', type: 'text' },
    {
      key: 'is_active',
      type: 'choice',
      options: [
        { value: true, label: 'Active' },
        { value: false, label: 'Inactive' },
      ],
    },
  ],
  fields: [
    { key: 'company_id', type: 'custom', section: 'Variant', component: FixedCompanyField, readOnlyInEdit: true },
    { key: 'product_variant_identifier', type: 'text', section: 'Variant', readOnlyInEdit: true },
    {
      key: 'sales_channel',
      type: 'select',
      section: 'Variant',
      options: channels,
      placeholder: 'Select a channel',
      readOnlyInEdit: true,
    },
    { key: 'is_active', type: 'checkbox', section: 'Variant' },
    { key: 'cached_product_name', type: 'text', section: 'Names of the channel' },
    { key: 'cached_product_variant_name', type: 'text', section: 'Names of the channel' },
    { key: 'override_product_name', type: 'text', section: 'Overrides' },
    { key: 'override_product_variant_name', type: 'text', section: 'Overrides' },
  ],
  beginning: { is_active: true },
  details: [
    { key: 'display_product_name', section: 'Display Names' },
    { key: 'display_product_variant_name', section: 'Display Names' },
    { key: 'cached_product_name', section: 'Product Name Details' },
    {
      key: 'override_product_name',
      section: 'Product Name Details',
      render: (row, drawn) => nameCell(drawn, row.override_product_name, row.cached_product_name),
    },
    { key: 'cached_product_variant_name', section: 'Variant Name Details' },
    {
      key: 'override_product_variant_name',
      section: 'Variant Name Details',
      render: (row, drawn) => nameCell(drawn, row.override_product_variant_name, row.cached_product_variant_name),
    },
    { key: 'company_name', section: 'Metadata' },
    { key: 'sales_channel', section: 'Metadata', render: ({ sales_channel }) => CHANNEL_NAMES[sales_channel] },
    { key: 'product_variant_identifier', section: 'Metadata' },
    { key: 'is_active', section: 'Metadata', render: activeBadge },
    { key: 'last_synced_at', section: 'System Information', display: 'datetime' },
    { key: 'sync_status', section: 'System Information', render: ({ sync_status }) => SYNC_OUTCOMES[sync_status] },
    { key: 'sync_message', section: 'System Information' },
  ],
  defaultSort: 'product_variant_identifier',
  nameOf: ({ product_variant_identifier }) => product_variant_identifier,
  exports: true,
  demandsCompany: true,
  sentences: {
    empty: 'No product variants found',
    companyFirst: 'Please select a company to view product variants.',
    loadFailed: 'Failed to load product variants',
    exportFailed: 'Failed to export product variants',
  },
});

const {
  listProductVariants,
  getProductVariant,
  createProductVariant,
  replaceProductVariant,
  overrideProductVariant,
  updateFieldOfProductVariants,
} = productVariantsApi.endpoints;

const calls = {
  list: listProductVariants,
  get: getProductVariant,
  create: createProductVariant,
  update: replaceProductVariant,
};

const overrideHelp = 'Leave it empty to show the name of the channel.';

const quickOverride = {
  title: 'Quick Override',
  schema: productVariantOverrides,
  fields: [
    { key: 'override_product_name', type: 'text', help: overrideHelp },
    { key: 'override_product_variant_name', type: 'text', help: overrideHelp },
  ],
  submitLabel: 'Update',
} as const;

const updateOverrides = {
  title: 'Update Overrides',
  schema: object(
    { field_name: oneOf('Field', OVERRIDES), field_value: nullable(text('New Value', { maxLength: 255 })) },
    ['field_name'],
  ),
  fields: [
    {
      key: 'field_name',
      type: 'select',
      placeholder: 'Select a field',
      options: OVERRIDES.map((value) => ({ value, label: productVariant.properties[value].title })),
    },
    { key: 'field_value', type: 'text', help: 'Leave it empty to clear the override.' },
  ],
  note: <Alert type="warning">This action will update all selected variants. This cannot be undone.</Alert>,
  submitLabel: 'Update',
} as const;

interface FieldUpdate {
  field_name: (typeof OVERRIDES)[number] | 'is_active';
  field_value: string | boolean | null;
  /** How the success is told: '<done> N variants'. */
  done: string;
  failure: string;
}

/** Product Variants (specification 1 §2, §6): the variants of one company, their names, state and overrides. */
export default function ProductVariantsScreen() {
  const toast = useToast();
  const tell = useTell();
  const { sayWhenDone } = useBulkOutcome();
  const call = useCall();

  const updateAll = async (rows: readonly ProductVariant[], { done, failure, ...field }: FieldUpdate) => {
    const [first] = rows;
    if (!first) return void toast.show({ type: 'error', message: 'No variants selected' });
    const body = { company_id: first.company_id, variant_ids: rows.map(({ id }) => id), ...field, confirm: true };
    return sayWhenDone(call.change(updateFieldOfProductVariants, body), {
      done: (count) => `${done} ${count} variants`,
      failed: (count) => `Failed to update ${count} variants`,
      failure,
    });
  };
  const toggle = (label: string, is_active: boolean, failure: string): BulkAction<ProductVariant> => ({
    label,
    run: (rows) => updateAll(rows, { field_name: 'is_active', field_value: is_active, done: `${label}d`, failure }),
  });

  return (
    <ListScreen
      list={variants}
      calls={calls}
      rowActions={[
        { label: 'Manage COGS', icon: <CostsIcon />, to: ({ id }) => `/product-variants/${id}/cogs` },
        rowForm({
          label: 'Quick Override',
          icon: <OverrideIcon />,
          form: quickOverride,
          run: async ({ id }: ProductVariant, body, ifMatch) => {
            const sent = call.change(overrideProductVariant, { id, body, ifMatch });
            await tell.failureOf(sent, 'Failed to update overrides');
            tell.success('Overrides updated successfully');
          },
        }),
      ]}
      bulkActions={[
        bulkForm({
          label: 'Update Overrides',
          form: updateOverrides,
          run: (rows: readonly ProductVariant[], { field_name, field_value = null }) =>
            updateAll(rows, { field_name, field_value, done: 'Updated', failure: 'Bulk update failed' }),
        }),
        'Export Selected',
        toggle('Activate', true, 'Bulk activation failed'),
        toggle('Deactivate', false, 'Bulk deactivation failed'),
        'Clear Selection',
      ]}
    />
  );
}
