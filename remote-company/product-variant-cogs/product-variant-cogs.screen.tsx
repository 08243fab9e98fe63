import type { CogsPatch, CogsTimeline, CogsTimelineEntry } from 'contract/company/product-variant-cogs';
import { Operation } from 'shared-auth';
import {
  AddIcon,
  Alert,
  Button,
  EmptyIcon,
  fetchEarly,
  LoadFailure,
  PageTitle,
  Spinner,
  useDialog,
  useFocusKeeping,
  useTell,
  shape,
} from 'shared-ui';
import { OpenFormContext, undoOf, useCall, useReopening } from 'shared-ui/list-screen';
import { HistoryPart } from 'shared-ui/record-details';
import { BackLink, useParams } from 'shared-ui/router';
import { productVariantCalls } from '../product-variants/product-variants.api';
import { CogsChart } from './cogs-chart';
import { gapOf, periodText } from './cogs-periods';
import { CogsTable } from './cogs-table';
import { cogsCalls } from './product-variant-cogs.api';
import './product-variant-cogs.css';
import { VariantCard } from './variant-card';

const loadForm = () => import('./cogs-form');
const preloadForm = fetchEarly(loadForm);

/** Which form is opened: that of a period, or of a new one. */
interface Opening {
  entry?: CogsTimelineEntry | undefined;
  /** Initial values of a new one. */
  beginning?: CogsPatch;
  isReopened?: boolean;
}

/** The key of a period's form; without a period, that of a new one. */
const nameOf = (entry?: CogsTimelineEntry) => `period ${entry?.cogs_record.id ?? 'new'}`;

/** Product Variant COGS (specification 1 §2, §6): a variant's cost over time, as a chart and a table, each period editable. */
export default function ProductVariantCogsScreen() {
  const variantId = Number(useParams().id);
  const variant = productVariantCalls.get.useQuery(variantId);
  const timeline = cogsCalls.getTimeline.useQuery(variantId);
  const { dialog, open, close } = useDialog();
  const { keeper, onFocus } = useFocusKeeping<HTMLDivElement>();
  const tell = useTell();
  const call = useCall();
  const { data } = timeline;

  const openForm = ({ today }: CogsTimeline, { entry, beginning, isReopened = false }: Opening = {}) =>
    open(async () => {
      const { CogsForm } = await loadForm();
      return (
        <OpenFormContext value={{ name: nameOf(entry), isReopened }}>
          <CogsForm
            variantId={variantId}
            beginning={beginning}
            today={today}
            record={entry?.cogs_record}
            onClose={close}
          />
        </OpenFormContext>
      );
    });
  useReopening(data !== undefined, (name) => {
    const entry = data?.items.find((one) => nameOf(one) === name);
    if (data && (entry || name === nameOf())) void openForm(data, { entry, isReopened: true });
  });

  const remove = async ({ cogs_record }: CogsTimelineEntry) => {
    try {
      const operation = new Operation();
      await call.change(cogsCalls.remove, cogs_record.id, operation);
      tell.success('COGS record deleted successfully', undefined, undoOf(operation));
    } catch (error) {
      tell.failure('Failed to delete COGS record', error);
    }
  };

  const askToRemove = ({ items }: CogsTimeline, entry: CogsTimelineEntry) =>
    open(async () => {
      const { ConfirmModal } = await import('shared-ui/dialog');
      const before = items[items.indexOf(entry) + 1];
      return (
        <ConfirmModal
          title="Delete COGS record?"
          confirmLabel="Delete COGS record"
          danger
          onConfirm={() => void remove(entry)}
          onClose={close}
        >
          {`Are you sure you want to delete ${periodText(entry)}?`}
          <p>
            {before
              ? `The period before it (${periodText(before)}) takes its days over.`
              : 'No period comes before it: the past loses its cost.'}
          </p>
        </ConfirmModal>
      );
    });

  const gap = data && gapOf(data.items, data.today);
  const failed = [variant, timeline].find(({ isError, isFetching }) => isError && !isFetching);
  const retry = () => {
    void variant.refetch();
    void timeline.refetch();
  };

  return (
    <div className={`${shape.stack} cogs-screen`} ref={keeper} tabIndex={-1} onFocus={onFocus}>
      <BackLink to="/product-variants">Back to Product Variants</BackLink>
      <PageTitle
        title="Product Variant COGS"
        actions={
          (data || !failed) && (
            <Button
              tone="primary"
              icon={<AddIcon />}
              disabled={!data}
              onPointerEnter={preloadForm}
              onFocus={preloadForm}
              onClick={() => data && void openForm(data)}
            >
              Add COGS Record
            </Button>
          )
        }
      />
      {failed && <LoadFailure message="Failed to load COGS records" error={failed.error} onRetry={retry} />}
      {(variant.data || !failed) && <VariantCard variant={variant.data} />}
      {data && gap && (
        <Alert
          type={gap.isNow ? 'warning' : 'info'}
          actions={
            <Button
              onPointerEnter={preloadForm}
              onFocus={preloadForm}
              onClick={() => void openForm(data, { beginning: gap.dates })}
            >
              Close Gap
            </Button>
          }
        >
          {gap.text}
        </Alert>
      )}
      {!data && !failed && (
        <section className="cogs-card cogs-waiting">
          <Spinner />
        </section>
      )}
      {data?.total === 0 && (
        <section className="cogs-card cogs-empty">
          <EmptyIcon />
          <h2>No COGS Records Found</h2>
          <p>Add the first one to say what this variant costs.</p>
        </section>
      )}
      {data && data.total > 0 && (
        <>
          <section className="cogs-card">
            <CogsChart title="COGS over time" entries={data.items} today={data.today} />
          </section>
          <section className="cogs-card cogs-card--table">
            <CogsTable
              entries={data.items}
              today={data.today}
              onEdit={(entry) => void openForm(data, { entry })}
              onDelete={(entry) => void askToRemove(data, entry)}
            />
          </section>
        </>
      )}
      {data && (
        <section className="cogs-card cogs-card--history">
          <HistoryPart of={{ kind: 'product_variant_cogs', id: variantId, companyId: null }} />
        </section>
      )}
      {dialog}
    </div>
  );
}
