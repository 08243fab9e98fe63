import { nounOf, type NounKind } from 'contract/nouns';
import type { Pictures } from 'contract/pictures';
import { injectEndpoints, ONCE_A_MINUTE } from 'shared-auth';
import { tagColour } from '../tag-picker/tag-colour';
import { useSpareTime } from '../use-spare-time';
import type { AnyRow } from './list-definition';

interface RowPicturesProps {
  kind: NounKind;
  rows: readonly AnyRow[];
  nameOf: (row: AnyRow) => string;
}

interface PicturesOfService {
  kind: NounKind;
  ids: readonly number[];
}

const {
  endpoints: { 'pictures/list': pictures },
} = injectEndpoints([], (build) => ({
  'pictures/list': build.query<Pictures, PicturesOfService>({
    query: ({ kind, ids }) => ({ path: `${nounOf(kind)!.path}/pictures`, query: { ids } }),
  }),
}));

/**
 * The pictures of a list's rows, as styles for the tiles that stand there: no row is rendered again, and one that has none
 * keeps its tile. Without an answer the list is whole. A company's are its initials, in the colour of its name.
 */
export default function RowPictures({ kind, rows, nameOf }: RowPicturesProps) {
  if (kind === 'company') return <Rules rules={rows.map((row) => initialsRule(row, nameOf(row)))} />;
  return <PicturesOfService kind={kind} ids={rows.map(({ id }) => id)} />;
}

function PicturesOfService(props: PicturesOfService) {
  const isSpare = useSpareTime();
  const { currentData: kept } = pictures.useQueryState(props);
  const { data } = pictures.useQuery(props, { ...ONCE_A_MINUTE, skip: !kept && !isSpare });
  // The service makes each address of a type and base64; an id is a number.
  const rules = data?.items.map(
    ({ id, picture }) =>
      `.list-table[data-pictures] tr[data-record="${id}"] > .list-table__name::before{background:url("${picture}") center / cover}`,
  );
  return <Rules rules={rules ?? []} />;
}

const Rules = ({ rules }: { rules: readonly string[] }) => rules.length > 0 && <style>{rules.join('')}</style>;

/** Letters and digits alone, for they stand in a style: 'HP' of 'Harbor & Pine Outfitters'. */
const initialsOf = (name: string) => (name.match(/(?<!\S)[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join('').toUpperCase();

function initialsRule({ id }: AnyRow, name: unknown) {
  // Of a broken answer, whose row is rendered all the same.
  if (typeof name !== 'string') return '';
  const { light, dark } = tagColour(name);
  const of = (part: 'background' | 'text') => `light-dark(${light[part]},${dark[part]})`;
  return `tr[data-record="${id}"]{--list-initials:"${initialsOf(name)}";--list-ground:${of('background')};--list-ink:${of('text')}}`;
}
