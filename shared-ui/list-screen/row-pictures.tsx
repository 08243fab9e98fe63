import { nounOf, type NounKind } from 'contract/nouns';
import type { Pictures } from 'contract/pictures';
import { injectEndpoints } from 'shared-auth';

interface RowPicturesProps {
  kind: NounKind;
  /** Of the rows that are shown. */
  ids: readonly number[];
}

const { endpoints } = injectEndpoints([], (build) => ({
  'pictures/list': build.query<Pictures, RowPicturesProps>({
    query: ({ kind, ids }) => ({ path: `${nounOf(kind)!.path}/pictures`, query: { ids } }),
  }),
}));

/**
 * The pictures of a list's rows, as styles for the tiles that stand there: no row is rendered again, and one that has none
 * keeps its tile. Without an answer the list is whole.
 */
export default function RowPictures(props: RowPicturesProps) {
  const { data } = endpoints['pictures/list'].useQuery(props);
  // The service makes each address of a type and base64; an id is a number.
  const rules = data?.items.map(
    ({ id, picture }) =>
      `.list-table[data-pictures] tr[data-record="${id}"] > .list-table__name::before{background:url("${picture}") center / cover}`,
  );
  return rules?.length ? <style>{rules.join('')}</style> : null;
}
