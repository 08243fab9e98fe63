import type { FacebookAd } from 'contract/ads/facebook-ads';
import type { AdTrends } from 'contract/ads/spend';
import { ONCE_A_MINUTE } from 'shared-auth';
import type { ListRowsProps } from 'shared-ui/list-screen';
import { lineThrough, placeOf } from 'shared-ui/plot';
import './row-trends.css';
import { spendCalls } from './spend.api';
import { spendMoved } from './spend-moved';

/** Of one line in the image of all, of which 100 is the plot's own and the rest is for its stroke. */
const HEIGHT = 116;

/** The lines as one image, one below the other, that gives only their shape: the colour is the page's. */
function shapeOf(trends: AdTrends['items']): string {
  const lines = trends.map(({ spend }, at) => {
    const line = lineThrough(spend, Math.max(...spend)).replace(/(\.\d)\d+/g, '$1');
    return `<path d="${line}" transform="translate(0 ${at * HEIGHT + 8})" fill="none" stroke="#000" stroke-width="1.5" vector-effect="non-scaling-stroke"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 ${trends.length * HEIGHT}" preserveAspectRatio="none">${lines.join('')}</svg>`;
  return `url('data:image/svg+xml,${encodeURIComponent(svg)}')`;
}

/**
 * In each row a word where its spend moved, and the line of its 28 days (DECISIONS §16), as styles for the cells that have
 * room for them: no row is rendered again, and each is one element.
 */
export default function RowTrends({ rows }: ListRowsProps<FacebookAd>) {
  const ids = rows.map(({ id }) => id);
  const { data } = spendCalls.trends.useQuery({ company_id: rows[0]!.company_id, ids }, ONCE_A_MINUTE);
  const at = (id: number, days: 7 | 28) => `tr[data-record="${id}"] .ad-spend--${days}::after`;
  const marks = rows.flatMap((ad) => {
    const moved = spendMoved(ad);
    return moved ? [`${at(ad.id, 7)}{content:"${moved.mark}"}`] : [];
  });
  const trends = data?.items ?? [];
  const lines = trends.map(
    ({ id }, line) => `${at(id, 28)}{content:"";mask-position:0 ${placeOf(line, trends.length)}%}`,
  );
  // One image for all: an image of vectors is a document to the browser, and 25 of them took 40 ms.
  const image = `.ad-spend--28::after{mask-image:${shapeOf(trends)};mask-size:100% ${trends.length}00%}`;
  return <style>{[...marks, ...(trends.length ? [image, ...lines] : [])].join('')}</style>;
}
