import type { FacebookAd } from 'contract/ads/facebook-ads';
import type { ListRowsProps } from 'shared-ui/list-screen';
import { lineThrough } from 'shared-ui/plot';
import './row-trends.css';
import { spendCalls } from './spend.api';
import { spendMoved } from './spend-moved';

/** A line as an image that gives only its shape: the colour is the page's. */
function shapeOf(spend: readonly number[]): string {
  const line = `<path d="${lineThrough(spend, Math.max(...spend)).replace(/(\.\d)\d+/g, '$1')}" fill="none" stroke="#000" stroke-width="1.5" vector-effect="non-scaling-stroke"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -8 100 116" preserveAspectRatio="none">${line}</svg>`;
  return `url('data:image/svg+xml,${encodeURIComponent(svg)}')`;
}

/**
 * In each row a word where its spend moved, and the line of its 28 days (DECISIONS §16), as styles for the cells that have
 * room for them: no row is rendered again, and each is one element.
 */
export default function RowTrends({ rows }: ListRowsProps<FacebookAd>) {
  const ids = rows.map(({ id }) => id);
  const { data } = spendCalls.trends.useQuery({ company_id: rows[0]!.company_id, ids });
  const at = (id: number, days: 7 | 28) => `tr[data-record="${id}"] .ad-spend--${days}::after`;
  const marks = rows.flatMap((ad) => {
    const moved = spendMoved(ad);
    return moved ? [`${at(ad.id, 7)}{content:"${moved.mark}"}`] : [];
  });
  const lines = data?.items.map(({ id, spend }) => `${at(id, 28)}{content:"";mask-image:${shapeOf(spend)}}`) ?? [];
  return <style>{[...marks, ...lines].join('')}</style>;
}
