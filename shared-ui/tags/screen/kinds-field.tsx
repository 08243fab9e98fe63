import { listOf, oneOf } from 'contract/schema';
import { RESOURCE_TYPES, type ResourceType } from 'contract/tags';
import type { TagByName } from 'contract/tags-by-name';
import type { CustomFieldProps } from '../../custom-field';
import { countedIn } from './kinds';

/** The kinds that are chosen; absent: every one. */
export const kinds = listOf(oneOf('Kind', RESOURCE_TYPES), { title: 'Kinds' });

interface KindBoxesProps {
  tags: TagByName['tags'];
  chosen: readonly ResourceType[];
  onChange: (chosen: readonly ResourceType[]) => void;
  id?: string;
  describedBy?: string | undefined;
}

/** A box for each kind that has a tag of the name, with how many carry it. */
export const KindBoxes = ({ tags, chosen, onChange, id, describedBy }: KindBoxesProps) => (
  <div id={id} role="group" aria-label="Kinds" aria-describedby={describedBy} className="c-row">
    {tags.map(({ resource_type: kind, usage_count }) => (
      <label key={kind} className="c-line">
        <input
          type="checkbox"
          checked={chosen.includes(kind)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, kind] : chosen.filter((other) => other !== kind))
          }
        />
        {countedIn(kind, usage_count)}
      </label>
    ))}
  </div>
);

/** The tags of a row that a form means: those of the chosen kinds, or all where it was not asked. */
export const meantTags = ({ tags }: Pick<TagByName, 'tags'>, kinds: unknown): TagByName['tags'] =>
  Array.isArray(kinds) ? tags.filter(({ resource_type }) => kinds.includes(resource_type)) : tags;

/** The boxes as a field of a form about one row; all are chosen until it is touched. */
function KindsField({ control, value, onChange, record }: CustomFieldProps) {
  const row = record as unknown as TagByName;
  return (
    <KindBoxes
      tags={row.tags}
      chosen={meantTags(row, value).map(({ resource_type }) => resource_type)}
      onChange={onChange}
      id={control.id}
      describedBy={control['aria-describedby']}
    />
  );
}

/** The field of those boxes; none where the name is of one kind alone. */
export const kindsFieldOf = ({ tags }: TagByName) =>
  tags.length > 1
    ? [
        {
          key: 'kinds',
          component: KindsField,
          validate: (value: unknown) =>
            Array.isArray(value) && value.length === 0 ? 'Please choose at least one.' : null,
        } as const,
      ]
    : [];
