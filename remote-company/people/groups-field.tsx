import { GROUP_GRANTS } from 'contract/people/people';
import { GROUPS, type Group } from 'contract/session';
import type { CustomFieldProps } from 'shared-ui/record-form';
import './groups-field.css';

/** A box for each group, with what it grants. */
export const groupsField = (label: string) =>
  function GroupsField({ control, value, onChange }: CustomFieldProps) {
    const { id, disabled, 'aria-describedby': describedBy } = control;
    const chosen = Array.isArray(value) ? (value as readonly Group[]) : [];
    const change = (group: Group, isChosen: boolean) =>
      onChange(GROUPS.filter((one) => (one === group ? isChosen : chosen.includes(one))));
    return (
      <div id={id} role="group" aria-label={label} aria-describedby={describedBy} className="person-groups">
        {GROUPS.map((group) => (
          <label key={group}>
            <input
              type="checkbox"
              aria-label={group}
              aria-describedby={`${id}-${group}`}
              disabled={disabled}
              checked={chosen.includes(group)}
              onChange={({ target }) => change(group, target.checked)}
            />
            <span>
              {group}
              <small id={`${id}-${group}`}>{GROUP_GRANTS[group]}</small>
            </span>
          </label>
        ))}
      </div>
    );
  };
