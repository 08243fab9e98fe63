import { ONCE_A_MINUTE } from 'shared-auth';
import { formatNumber } from 'shared-ui';
import type { ListNoteProps } from 'shared-ui/list-screen';
import { Link } from 'shared-ui/router';
import CostProposalsNote from '../cost-proposals/cost-proposals-note';
import './costs-note.css';
import { cogsCalls } from './product-variant-cogs.api';

/** How many of a company's active variants have a cost today, with the way to the others (DECISIONS §16), and the costs that are proposed. */
export default function CostsNote({ companyId }: ListNoteProps) {
  const { currentData: { with_cost = 0, without_cost = 0 } = {} } = cogsCalls.coverage.useQuery(
    companyId,
    ONCE_A_MINUTE,
  );
  const total = with_cost + without_cost;
  const text = `${formatNumber(with_cost)} of ${formatNumber(total)} active have a cost today`;
  return (
    <>
      {total > 0 && (
        <div className="costs-note">
          {/* Drawn, for in forced colours and on paper there are no backgrounds. */}
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="1" fillOpacity="0.2" />
            <rect width={(100 * with_cost) / total} height="1" />
          </svg>
          {without_cost > 0 ? (
            <Link
              to={`/product-variants?company_id=${companyId}&cost=without`}
              title={`Show the ${formatNumber(without_cost)} without a cost`}
            >
              {text}
            </Link>
          ) : (
            <span>{text}</span>
          )}
        </div>
      )}
      <CostProposalsNote companyId={companyId} />
    </>
  );
}
