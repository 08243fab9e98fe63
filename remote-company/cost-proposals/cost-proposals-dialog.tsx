import type { CogsBulkItem, CogsBulkSaved } from 'contract/company/cogs-bulk';
import type { CostProposal } from 'contract/company/cost-proposals';
import { MAX_PAGE_SIZE } from 'contract/paging';
import { Operation } from 'shared-auth';
import { useState } from 'react';
import { Alert, Button, formatNumber, LoadFailure, Spinner, useTell } from 'shared-ui';
import { CompanyName } from 'shared-ui/companies';
import { Dialog } from 'shared-ui/dialog';
import { undoOf, useCall, type ListDialogProps } from 'shared-ui/list-screen';
import { cogsCalls } from '../product-variant-cogs/product-variant-cogs.api';
import './cost-proposals-dialog.css';
import { ProposalsTable, variantText } from './proposals-table';

const PAGE_SIZE = 25;
/** So many costs at most are sent at once. */
const PART = 500;
/** So many failures are named; of more, their number is said. */
const MOST_NAMED = 20;

interface Failure {
  readonly proposal: CostProposal;
  readonly msg: string;
}

const itemOf = (proposal: CostProposal): CogsBulkItem => {
  const { product_variant_id, cogs_amount, effective_start_date, effective_end_date } = proposal;
  return { product_variant_id, cogs_amount, effective_start_date, effective_end_date };
};

const costs = (count: number) => (count === 1 ? '1 cost' : `${formatNumber(count)} costs`);

/** The costs of a source that differ from ours, each with its forecast; those that are chosen are saved as one operation (DECISIONS §13, §16). */
export default function CostProposalsDialog({ companyId: company_id, onClose }: ListDialogProps) {
  const [open, setOpen] = useState(true);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlyMap<number, CostProposal>>(new Map());
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const call = useCall();
  const tell = useTell();
  const listed = cogsCalls.proposals.useQuery({ company_id, page, page_size: PAGE_SIZE });
  const { items = [], total = 0, total_pages = 1 } = listed.data ?? {};
  const forecast = cogsCalls.forecastMany.useQuery({ company_id, items: items.map(itemOf) }, { skip: !items.length });
  const close = () => setOpen(false);

  const choose = (proposals: readonly CostProposal[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const proposal of proposals)
      if (isChosen) next.set(proposal.product_variant_id, proposal);
      else next.delete(proposal.product_variant_id);
    setChosen(next);
  };

  const chooseAll = async () => {
    setIsBusy(true);
    try {
      const all = new Map<number, CostProposal>();
      for (let at = 1, isLast = false; !isLast; at += 1) {
        const part = await call.ask(cogsCalls.proposals, { company_id, page: at, page_size: MAX_PAGE_SIZE });
        for (const proposal of part.items) all.set(proposal.product_variant_id, proposal);
        isLast = at >= part.total_pages;
      }
      setChosen(all);
    } catch (error) {
      tell.failure('Failed to load the costs', error);
    }
    setIsBusy(false);
  };

  const apply = async () => {
    setIsBusy(true);
    const operation = new Operation();
    const left = new Map(chosen);
    const failed: Failure[] = [];
    let applied = 0;
    try {
      for (const part of partsOf([...chosen.values()])) {
        const saved = await call.change(cogsCalls.createMany, { company_id, items: part.map(itemOf) }, operation);
        applied += saved.success_count;
        failed.push(...failuresOf(part, saved));
        for (const { product_variant_id } of part) left.delete(product_variant_id);
      }
    } catch (error) {
      tell.failure('Failed to apply the costs', error);
    }
    for (const { proposal } of failed) left.set(proposal.product_variant_id, proposal);
    if (applied > 0) tell.success(`Applied ${costs(applied)}`, undefined, undoOf(operation));
    setFailures(failed);
    setChosen(left);
    setPage(1);
    setIsBusy(false);
    if (left.size === 0) close();
  };

  const source = items[0]?.source ?? 'the source';
  return (
    <Dialog
      title={`Costs That Differ from ${source}`}
      about={<CompanyName id={company_id} />}
      size="wide"
      open={open}
      onCloseRequest={close}
      onClosed={onClose}
      footer={
        <>
          <span className="cost-proposals-chosen" role="status">
            {formatNumber(chosen.size)} of {formatNumber(total)} selected
          </span>
          <Button onClick={close}>Close</Button>
          <Button tone="primary" disabled={isBusy || chosen.size === 0} onClick={() => void apply()}>
            Apply {costs(chosen.size)}
          </Button>
        </>
      }
    >
      {failures.length > 0 && <Failures failures={failures} />}
      {listed.isError && !listed.data ? (
        <LoadFailure message="Failed to load the costs" error={listed.error} onRetry={() => void listed.refetch()} />
      ) : !listed.data ? (
        <Spinner />
      ) : total === 0 ? (
        <p className="cost-proposals-none">No cost differs any more.</p>
      ) : (
        <>
          {forecast.isError && (
            <LoadFailure
              message="Failed to load what these costs would change"
              error={forecast.error}
              onRetry={() => void forecast.refetch()}
            />
          )}
          <ProposalsTable
            items={items}
            source={source}
            chosen={chosen}
            // Of another page it would be about other costs.
            forecast={forecast.currentData}
            isForecast={!forecast.isError}
            onChoose={choose}
          />
          <div className="cost-proposals-pages">
            {chosen.size < total && total > items.length && (
              <Button disabled={isBusy} onClick={() => void chooseAll()}>
                Select all {formatNumber(total)}
              </Button>
            )}
            {chosen.size > 0 && <Button onClick={() => setChosen(new Map())}>Clear selection</Button>}
            {total_pages > 1 && (
              <span className="cost-proposals-steps">
                <Button aria-disabled={page <= 1} onClick={() => page > 1 && setPage(page - 1)}>
                  Previous
                </Button>
                <span role="status">
                  Page {formatNumber(page)} of {formatNumber(total_pages)}
                </span>
                <Button aria-disabled={page >= total_pages} onClick={() => page < total_pages && setPage(page + 1)}>
                  Next
                </Button>
              </span>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

const partsOf = (all: readonly CostProposal[]) =>
  Array.from({ length: Math.ceil(all.length / PART) }, (_, at) => all.slice(at * PART, (at + 1) * PART));

const failuresOf = (part: readonly CostProposal[], { errors }: CogsBulkSaved): Failure[] =>
  errors.flatMap(({ index, msg }) => {
    const proposal = part[index];
    return proposal ? { proposal, msg } : [];
  });

const Failures = ({ failures }: { failures: readonly Failure[] }) => (
  <Alert type="error" title={`${costs(failures.length)} could not be applied`}>
    <ul>
      {failures.slice(0, MOST_NAMED).map(({ proposal, msg }) => (
        <li key={proposal.product_variant_id}>
          <strong>
            <bdi>{variantText(proposal)}</bdi>
          </strong>
          : {msg}
        </li>
      ))}
      {failures.length > MOST_NAMED && <li>and {formatNumber(failures.length - MOST_NAMED)} more</li>}
    </ul>
  </Alert>
);
