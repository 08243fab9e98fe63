import {
  OVERRIDES,
  productVariantOverrides,
  variantNoun,
  type ProductVariant,
} from 'contract/company/product-variants';
import { Operation } from 'shared-auth';
import type { ReactNode } from 'react';
import { Badge, CostsIcon, LazyPart, OverrideIcon, UploadIcon, useTell, useToast, shape } from 'shared-ui';
import { FixedCompanyField } from 'shared-ui/companies';
import {
  prefetchList,
  cellClass,
  bulkForm,
  defineList,
  ListScreen,
  rowForm,
  undoOf,
  useBulkOutcome,
  useCall,
  type BulkAction,
  type BulkRun,
} from 'shared-ui/list-screen';
import { productVariantCalls } from './product-variants.api';
import { isOverridden, syncAge } from './variant-state';

/** A name, and beside it that the channel has another. */
const nameCell = (name: ReactNode, override: string | null, cached: string) =>
  isOverridden(override, cached) ? (
    <span className={shape.line} title={override ?? undefined}>
      <bdi className={cellClass('line')}>{name}</bdi>
      {Badge({ tone: 'info', children: 'Overridden' })}
    </span>
  ) : (
    name
  );

/** How long ago it was synchronised, and beside it why the last time failed. */
const syncBadge = ({ last_synced_at, sync_status, sync_message }: ProductVariant) => {
  const age = syncAge(last_synced_at, Date.now());
  const failure = sync_status === 'failed' ? (sync_message ?? 'Failed') : undefined;
  const tone = failure
    ? 'danger'
    : last_synced_at === null
      ? 'secondary'
      : age.endsWith('h ago')
        ? 'success'
        : 'warning';
  return (
    <>
      {Badge({ tone, children: age })}
      {failure && (
        <>
          {' '}
          <span className={cellClass('quiet')} title={failure}>
            {failure}
          </span>
        </>
      )}
    </>
  );
};

// In the file of the next screen: each of its own is a line in what every visit of the area loads.
const loadNote = () => import(/* webpackChunkName: 'product-variants-cogs' */ '../product-variant-cogs/costs-note');
const loadCosts = () => import(/* webpackChunkName: 'product-variants-cogs' */ '../product-variant-cogs/next-cost');

const loadSetCost = () => import(/* webpackChunkName: 'product-variants-cogs' */ '../set-cost/set-cost');
const loadOverrides = () => import(/* webpackChunkName: 'product-variants-cogs' */ './update-overrides');
const IMPORT = {
  label: 'Import',
  icon: <UploadIcon />,
  load: () => import(/* webpackChunkName: 'imports' */ '../cost-import/load-imports').then(({ load }) => load()),
};

const { sales_channel, is_active, sync_status } = variantNoun.properties;

const list = defineList({
  title: 'Product Variants',
  noun: { one: 'Product Variant', many: 'product variants' },
  contract: variantNoun,
  columns: [
    { key: 'product_variant_identifier', width: 156, fact: true },
    {
      key: 'display_product_name',
      name: true,
      width: 152,
      first: 60,
      flexible: true,
      cell: (row) => nameCell(row.display_product_name, row.override_product_name, row.cached_product_name),
    },
    {
      key: 'display_product_variant_name',
      fact: true,
      width: 120,
      first: 60,
      flexible: true,
      cell: (row) =>
        nameCell(row.display_product_variant_name, row.override_product_variant_name, row.cached_product_variant_name),
    },
    'sales_channel',
    'is_active',
    { key: 'cost_today', fact: true, besideFilters: ['cost', 'without_cost_on'] },
    { key: 'sync_status', sort: 'last_synced_at', width: 124, first: 76, cell: syncBadge },
  ],
  filters: [
    'company_id',
    'cached_product_name',
    'override_product_name',
    'cached_product_variant_name',
    'override_product_variant_name',
    'sales_channel',
    'product_variant_identifier',
    'is_active',
    'cost',
    'without_cost_on',
    'synced_before',
  ],
  mainFilters: ['company_id', 'cached_product_name', 'product_variant_identifier', 'is_active'],
  fields: {
    Variant: [
      { key: 'company_id', component: FixedCompanyField, fixed: true },
      'product_variant_identifier',
      'sales_channel',
      'is_active',
    ],
    'Names of the channel': ['cached_product_name', 'cached_product_variant_name'],
    Overrides: OVERRIDES,
  },
  details: {
    'Display Names': ['display_product_name', 'display_product_variant_name'],
    'Product Name Details': [
      'cached_product_name',
      {
        key: 'override_product_name',
        render: (row, rendered) => nameCell(rendered, row.override_product_name, row.cached_product_name),
      },
    ],
    'Variant Name Details': [
      'cached_product_variant_name',
      {
        key: 'override_product_variant_name',
        render: (row, rendered) =>
          nameCell(rendered, row.override_product_variant_name, row.cached_product_variant_name),
      },
    ],
    Metadata: [
      'company_name',
      'sales_channel',
      'product_variant_identifier',
      'is_active',
      {
        key: 'cost_today',
        render: (row, rendered) => (
          <>
            {rendered}
            <LazyPart load={loadCosts} failure="Failed to load the next cost">
              {({ default: NextCost }) => <NextCost variantId={row.id} />}
            </LazyPart>
          </>
        ),
      },
    ],
    'System Information': ['last_synced_at', 'sync_status', 'sync_message'],
  },
  badges: { is_active: { true: 'success', false: 'secondary' } },
  pictures: 'product_variant',
  nameOf: ({ product_variant_identifier }) => product_variant_identifier,
  exports: true,
  // In the table's words, not in the codes behind them.
  exported: [
    'product_variant_identifier',
    'display_product_name',
    'display_product_variant_name',
    { title: sales_channel.title, value: (row) => sales_channel.labels[row.sales_channel] },
    { title: is_active.title, value: (row) => is_active.labels[`${row.is_active}`] },
    { title: sync_status.title, value: (row) => syncAge(row.last_synced_at, Date.now()) },
  ],
  demandsCompany: true,
  messages: {
    empty: 'No product variants found',
    companyFirst: 'Please select a company to view product variants.',
  },
});

const overrideHelp = 'Leave it empty to show the name of the channel.';

const quickOverride = {
  title: 'Quick Override',
  schema: productVariantOverrides,
  fields: [
    { key: 'override_product_name', help: overrideHelp },
    { key: 'override_product_variant_name', help: overrideHelp },
  ],
  submitLabel: 'Update',
} as const;

interface FieldUpdate {
  field_name: (typeof OVERRIDES)[number] | 'is_active';
  field_value: string | boolean | null;
  /** How the success is told: '<done> N variants'. */
  done: string;
  failure: string;
}

export const prefetch = prefetchList(list, productVariantCalls);

/** Product Variants (specification 1 §2, §6): the variants of one company, their names, state and overrides. */
export default function ProductVariantsScreen() {
  const toast = useToast();
  const tell = useTell();
  const { sayWhenDone } = useBulkOutcome();
  const call = useCall();

  const updateAll = async (
    rows: readonly ProductVariant[],
    { done, failure, ...field }: FieldUpdate,
    bulk: BulkRun,
  ) => {
    if (rows.length === 0) return void toast.show({ type: 'error', message: 'No variants selected' });
    const send = (part: readonly ProductVariant[]) => {
      const named = { company_id: part[0]?.company_id ?? 0, variant_ids: part.map(({ id }) => id) };
      return bulk.change(productVariantCalls.updateField, { ...named, ...field, confirm: true });
    };
    return sayWhenDone(
      bulk.inParts(rows, { send }),
      {
        done: (count) => `${done} ${count} variants`,
        failed: (count) => `Failed to update ${count} variants`,
        failure,
      },
      bulk,
    );
  };
  const toggle = (label: string, is_active: boolean, failure: string): BulkAction<ProductVariant> => ({
    label,
    run: (rows, _entered, bulk) =>
      updateAll(rows, { field_name: 'is_active', field_value: is_active, done: `${label}d`, failure }, bulk),
  });

  const setCost = bulkForm({
    label: 'Set Cost',
    form: async (rows: readonly ProductVariant[]) => (await loadSetCost()).setCostForm(rows),
    run: async (rows, cost, bulk) => (await loadSetCost()).setCost(rows, cost, bulk, sayWhenDone),
  });

  return (
    <ListScreen
      list={list}
      calls={productVariantCalls}
      note={loadNote}
      dialogs={[IMPORT]}
      rowActions={[
        { label: 'Manage COGS', icon: <CostsIcon />, to: ({ id }) => `/product-variants/${id}/cogs` },
        rowForm({
          label: 'Quick Override',
          icon: <OverrideIcon />,
          form: quickOverride,
          run: async ({ id }: ProductVariant, body, ifMatch) => {
            const operation = new Operation();
            const sent = call.change(productVariantCalls.override, { id, body, ifMatch }, operation);
            await tell.failureOf(sent, 'Failed to update overrides');
            tell.success('Overrides updated successfully', undefined, undoOf(operation));
          },
        }),
      ]}
      bulkActions={[
        bulkForm({
          label: 'Update Overrides',
          form: async () => (await loadOverrides()).updateOverrides,
          run: (rows: readonly ProductVariant[], { field_name, field_value = null }, bulk) =>
            updateAll(rows, { field_name, field_value, done: 'Updated', failure: 'Bulk update failed' }, bulk),
        }),
        'Export Selected',
        toggle('Activate', true, 'Bulk activation failed'),
        toggle('Deactivate', false, 'Bulk deactivation failed'),
        setCost,
        'Clear Selection',
      ]}
    />
  );
}
