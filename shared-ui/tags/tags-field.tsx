import type { CustomFieldProps } from '../custom-field';
import type { TagScope } from '../tag-picker/tag-suggestions.api';
import { RoomyTagPicker } from './roomy-tag-picker';
import { SelectionTags } from './selection-tags';
import type { Tagged, Tagging } from './tagging';

/** The field of tags to be put on the selected records, or taken off them. */
export function tagsField(resourceType: Tagging['resourceType'], rows: readonly Tagged[], change: 'add' | 'remove') {
  const scope = scopeOf(resourceType, rows);
  // Of those that are selected beyond the page, the ids alone are known.
  const isKnown = rows.every((row) => 'tags' in row);
  return function TagsField({ control, value, onChange }: CustomFieldProps) {
    const chosen = Array.isArray(value) ? (value as string[]) : [];
    return (
      <>
        <RoomyTagPicker
          {...control}
          scope={scope}
          allowNew={change === 'add'}
          placeholder={change === 'add' ? 'Find or make a tag' : 'Find a tag'}
          value={chosen}
          onChange={onChange}
        />
        {isKnown && (
          <SelectionTags rows={rows} change={change} chosen={chosen} onChoose={(name) => onChange([...chosen, name])} />
        )}
      </>
    );
  };
}

/** Of several companies' records, the tags of all the companies are suggested. */
function scopeOf(resourceType: Tagging['resourceType'], rows: readonly Tagged[]): TagScope {
  const companyId = rows[0]?.company_id;
  return rows.every(({ company_id }) => company_id === companyId) ? { resourceType, companyId } : { resourceType };
}
