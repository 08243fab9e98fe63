import { fetchEarly, formatNumber, useDialog } from 'shared-ui';
import type { ListNoteProps } from 'shared-ui/list-screen';
import { cogsCalls } from '../product-variant-cogs/product-variant-cogs.api';

const load = () => import(/* webpackChunkName: 'company-added' */ './cost-proposals-dialog');
const loadEarly = fetchEarly(load);

/** '12 costs differ from Shopify' (DECISIONS §13): opens what is proposed; nothing where nothing is. */
export default function CostProposalsNote({ companyId }: ListNoteProps) {
  const { currentData } = cogsCalls.proposals.useQuery({ company_id: companyId, page: 1, page_size: 1 });
  const { dialog, open, close } = useDialog();
  const { items: [first] = [], total = 0 } = currentData ?? {};
  const show = () =>
    open(async () => {
      const { default: CostProposalsDialog } = await load();
      return <CostProposalsDialog companyId={companyId} onClose={close} />;
    });
  return (
    <>
      {first && (
        <button type="button" onPointerEnter={loadEarly} onFocus={loadEarly} onClick={() => void show()}>
          {total === 1 ? '1 cost differs' : `${formatNumber(total)} costs differ`} from {first.source}
        </button>
      )}
      {dialog}
    </>
  );
}
