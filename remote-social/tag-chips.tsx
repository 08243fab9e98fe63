import { TagChip } from 'shared-ui/tags';

/** All tags of a record, for its details. */
export const tagChips = (names: readonly string[]) =>
  names.length === 0 ? (
    '-'
  ) : (
    <span className="social-chips">
      {names.map((name) => (
        <TagChip key={name} name={name} />
      ))}
    </span>
  );
