import { TagChip } from '../tag-picker/tag-chip';
import './tags.css';

/** How many tags a row shows before the rest becomes '+N' (specification 1 §9). */
const MAX_TAGS_SHOWN = 6;
/** In px: what the narrowest column has for chips on each of its two lines, and each button behind them. */
const ROOM = 136;
const BUTTON = 27;

/** How many tags stand whole on two lines, by the length of their names: rows are not measured. */
function fitting(names: readonly string[]): number {
  let [line, used] = [1, 0];
  return names.slice(0, MAX_TAGS_SHOWN).filter(({ length }, at) => {
    const width = Math.min(15 + 6.6 * length, ROOM);
    used += width;
    if (used > ROOM && line === 1) [line, used] = [2, width];
    return line === 1 || used <= ROOM - (at + 1 < names.length ? 2 : 1) * BUTTON;
  }).length;
}

interface TagListProps {
  names: readonly string[];
  /** The record that has them, for the names of the buttons. */
  of: string;
  /** Shows all of them; absent: '+N' has the others in its title only. */
  onMore?: () => void;
  /** Opens the adding of a tag; absent for those who may not, and then there is no plus button. */
  onAdd?: (() => void) | undefined;
}

/**
 * The tags of one record: up to six chips, as many as two lines hold whole, then '+N', and a plus button
 * (specification 1 §2 Facebook Ads, 2 §2.3).
 */
export function TagList({ names, of, onMore, onAdd }: TagListProps) {
  const shown = fitting(names);
  const hidden = names.slice(shown);
  const rest = `+${hidden.length}`;
  return (
    <span className="tag-list">
      {names.slice(0, shown).map((name) => (
        <TagChip key={name} name={name} />
      ))}
      {hidden.length === 0 ? null : onMore ? (
        <button
          type="button"
          className="tag-chip tag-overflow"
          aria-label={`${rest} more tags of ${of}`}
          title={hidden.join(', ')}
          onClick={onMore}
        >
          {rest}
        </button>
      ) : (
        <span className="tag-chip tag-overflow" title={hidden.join(', ')}>
          {rest}
        </span>
      )}
      {onAdd && (
        <button type="button" className="tag-add" aria-label={`Add tag to ${of}`} title="Add tag" onClick={onAdd}>
          +
        </button>
      )}
    </span>
  );
}
