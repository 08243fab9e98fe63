import { TagChip } from '../tag-picker/tag-chip';
import './tags.css';

/** How many tags a row shows before the rest becomes '+N' (specification 1 §9). */
const MAX_TAGS_SHOWN = 6;

interface TagListProps {
  names: readonly string[];
  /** The record that has them, for the names of the buttons. */
  of: string;
  /** Shows all of them; absent: '+N' has the others in its title only. */
  onMore?: () => void;
  /** Opens the adding of a tag; absent for those who may not, and then there is no plus button. */
  onAdd?: (() => void) | undefined;
}

/** The tags of one record: up to six chips, then '+N', and a plus button (specification 1 §2 Facebook Ads, 2 §2.3). */
export function TagList({ names, of, onMore, onAdd }: TagListProps) {
  const hidden = names.slice(MAX_TAGS_SHOWN);
  const rest = `+${hidden.length}`;
  return (
    <span className="tag-list" data-chips={names.length > 4 ? 'many' : names.length > 2 ? 'few' : undefined}>
      {names.slice(0, MAX_TAGS_SHOWN).map((name) => (
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
