import { formatNumber } from '../format';
import { TagChip } from '../tag-picker/tag-chip';
import './selection-tags.css';
import type { Tagged } from './tagging';

/** So many are named; the others are found by their names. */
const MOST_NAMED = 20;

export interface SelectionTagsProps {
  rows: readonly Pick<Tagged, 'tags'>[];
  /** To be put on all, or taken off. */
  change: 'add' | 'remove';
  chosen: readonly string[];
  onChoose(name: string): void;
}

/** The tags that the selected records have, each with how many have it and a button that chooses it. */
export function SelectionTags({ rows, change, chosen, onChoose }: SelectionTagsProps) {
  const counts = new Map<string, number>();
  for (const { tags } of rows) for (const name of tags) counts.set(name, (counts.get(name) ?? 0) + 1);
  const named = [...counts]
    .filter(([name, count]) => !chosen.includes(name) && (change === 'remove' || count < rows.length))
    .sort(([, one], [, other]) => other - one);
  if (named.length === 0) return null;
  const label = change === 'add' ? 'On some of them already' : 'On them now';
  const rest = named.length - MOST_NAMED;
  return (
    <div className="selection-tags">
      <p>{label}</p>
      <ul className="c-wrap" aria-label={label}>
        {named.slice(0, MOST_NAMED).map(([name, count]) => (
          <li key={name}>
            <button type="button" className="c-frame" onClick={() => onChoose(name)}>
              <TagChip name={name} />
              <span>{count === rows.length ? 'all' : `${formatNumber(count)} of ${formatNumber(rows.length)}`}</span>
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>and {formatNumber(rest)} more</p>}
    </div>
  );
}
