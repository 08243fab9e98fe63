import type { ListNoteProps } from '../../list-screen/actions';
import { formatNumber } from '../../format';
import { Link, useLocation } from '../../router';
import { LISTS } from './tags-by-name.api';
import type { AREAS } from './kinds';

/** How many tags of an area nothing carries, and how many have near-duplicates, each a way to them. */
export const unusedNote = (area: keyof typeof AREAS) =>
  function UnusedNote({ companyId: company_id }: ListNoteProps) {
    const { pathname } = useLocation();
    const request = { company_id, page: 1, page_size: 1 };
    const unused = LISTS[area].useQuery({ ...request, only: 'unused' }).currentData?.total ?? 0;
    const similar = LISTS[area].useQuery({ ...request, only: 'similar' }).currentData?.total ?? 0;
    const to = (only: string) => `${pathname}?company_id=${company_id}&only=${only}`;
    return (
      <>
        {unused > 0 && <Link to={to('unused')}>{formatNumber(unused)} unused</Link>}
        {unused > 0 && similar > 0 && ' · '}
        {similar > 0 && <Link to={to('similar')}>{formatNumber(similar)} near-duplicates</Link>}
      </>
    );
  };
