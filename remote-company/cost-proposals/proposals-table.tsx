import type { CogsBulkSaved } from 'contract/company/cogs-bulk';
import type { CostProposal } from 'contract/company/cost-proposals';
import { useEffect, useRef } from 'react';
import { formatCurrency } from 'shared-ui';
import { proposalText } from './proposal-effects';

interface ProposalsTableProps {
  items: readonly CostProposal[];
  source: string;
  /** By the variants' ids. */
  chosen: ReadonlyMap<number, CostProposal>;
  /** The effects of saving all of the items; undefined: not known yet. */
  forecast: CogsBulkSaved | undefined;
  /** Whether it will be known. */
  isForecast: boolean;
  onChoose: (proposals: readonly CostProposal[], isChosen: boolean) => void;
}

/** A variant as it is named: 'Crew Tee, Small'. */
export const variantText = ({ display_product_name, display_product_variant_name }: CostProposal) =>
  [display_product_name, display_product_variant_name].filter(Boolean).join(', ');

/** '+$0.32 (+8 %)'; '-' where no cost covers today. */
function differenceText({ cost_today, cogs_amount }: CostProposal): string {
  if (cost_today === null) return '-';
  const sign = cogs_amount > cost_today ? '+' : '−';
  const difference = Math.abs(Math.round((cogs_amount - cost_today) * 100)) / 100;
  return `${sign}${formatCurrency(difference)} (${sign}${Math.round((difference / cost_today) * 100)} %)`;
}

/** The costs of a page, each with our cost of today, the source's, and what saving it would do. */
export function ProposalsTable({ items, source, chosen, forecast, isForecast, onChoose }: ProposalsTableProps) {
  const count = items.filter(({ product_variant_id }) => chosen.has(product_variant_id)).length;
  const effectOf = (proposal: CostProposal, at: number) => {
    const found = forecast?.forecast?.find(({ index }) => index === at);
    if (found) return proposalText(proposal, found);
    return forecast?.errors.find(({ index }) => index === at)?.msg ?? (isForecast ? '…' : '-');
  };
  return (
    <div className="cost-proposals" role="region" aria-label="Costs that differ" tabIndex={0}>
      {/* As cards on a phone, a table is one only by its roles. */}
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              <PageBox
                isAll={count > 0 && count === items.length}
                isSome={count > 0 && count < items.length}
                onChange={(isChosen) => onChoose(items, isChosen)}
              />
            </th>
            {['Product Variant', 'Our cost', `${source}’s cost`, 'Difference', 'Effect'].map((title) => (
              <th key={title} scope="col" role="columnheader">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items.map((proposal, at) => {
            const { product_variant_id, product_variant_identifier, cost_today, cogs_amount } = proposal;
            const name = variantText(proposal);
            return (
              <tr key={product_variant_id} role="row">
                <td role="cell">
                  <input
                    type="checkbox"
                    aria-label={`Select ${name}`}
                    checked={chosen.has(product_variant_id)}
                    onChange={({ target }) => onChoose([proposal], target.checked)}
                  />
                </td>
                <th scope="row" role="rowheader">
                  <bdi>{name}</bdi>
                  <small>
                    <bdi>{product_variant_identifier}</bdi>
                  </small>
                </th>
                <td role="cell" data-title="Our cost">
                  {formatCurrency(cost_today)}
                </td>
                <td role="cell" data-title={`${source}’s cost`}>
                  {formatCurrency(cogs_amount)}
                </td>
                <td role="cell" data-title="Difference">
                  {differenceText(proposal)}
                </td>
                <td role="cell">{effectOf(proposal, at)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface PageBoxProps {
  isAll: boolean;
  isSome: boolean;
  onChange: (isChosen: boolean) => void;
}

/** All of the page: checked, unchecked, or in between. */
function PageBox({ isAll, isSome, onChange }: PageBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all on this page"
      checked={isAll}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
