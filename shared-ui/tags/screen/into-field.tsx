import { listOf, text } from 'contract/schema';
import { tagKey } from 'contract/tags';
import type { TagByName } from 'contract/tags-by-name';
import type { CustomFieldProps } from '../../custom-field';
import type { TagScope } from '../../tag-picker/tag-suggestions.api';
import { TagChip } from '../../tag-picker/tag-chip';
import { TagPicker } from '../../tag-picker/tag-picker';

/** The tag that is chosen: a list, as the picker has it, of one. */
export const into = listOf(text('Tag', {}), { title: 'Into' });

/** Whether a tag other than these was chosen, else what is missing. */
export const anotherThan =
  (...names: readonly string[]) =>
  (value: unknown): string | null => {
    const [chosen] = Array.isArray(value) ? (value as readonly string[]) : [];
    if (chosen === undefined) return 'Please select a tag.';
    return names.every((name) => tagKey(name) === tagKey(chosen)) ? 'A tag cannot be merged into itself.' : null;
  };

/** The tag that others are merged into; of one that has near-duplicates, these first. */
export const intoField = (scope: TagScope) =>
  function IntoField({ control, value, onChange, record }: CustomFieldProps) {
    const { similar = [] } = record as Partial<TagByName>;
    return (
      <>
        {similar.length > 0 && (
          <div className="c-row" role="group" aria-label="Similar tags">
            {similar.map((name) => (
              <button key={name} type="button" aria-label={`Into ${name}`} onClick={() => onChange([name])}>
                <TagChip name={name} />
              </button>
            ))}
          </div>
        )}
        <TagPicker
          {...control}
          scope={scope}
          max={1}
          allowNew
          placeholder="Find or make a tag"
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={onChange}
        />
      </>
    );
  };
