import { Button, CloseIcon } from 'shared-ui';
import { CompanyName, CompanySelect } from 'shared-ui/companies';
import { useId } from 'react';
import type { CustomFieldProps } from 'shared-ui/record-form';
import './companies-field.css';

/** Several companies: each that is chosen joins the list below, and can be taken off it, unless it is `readOnly`. */
export function CompaniesField({ control, value, onChange, readOnly }: CustomFieldProps & { readOnly?: boolean }) {
  const chosen = Array.isArray(value) ? (value as readonly number[]) : [];
  const add = (id: number | null) => {
    if (id !== null && !chosen.includes(id)) onChange([...chosen, id]);
  };
  return (
    <div className="several-companies">
      {!readOnly && <CompanySelect {...control} value={null} placeholder="Add a company" onChange={add} />}
      {chosen.length > 0 && (
        <ul aria-label="Chosen companies">
          {chosen.map((id) => (
            <ChosenCompany
              key={id}
              id={id}
              disabled={control.disabled}
              {...(!readOnly && { onRemove: () => onChange(chosen.filter((one) => one !== id)) })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface ChosenCompanyProps {
  id: number;
  disabled: boolean;
  onRemove?: () => void;
}

/** A company of the list; its name is known to the list alone, so the button is named by it there. */
function ChosenCompany({ id, disabled, onRemove }: ChosenCompanyProps) {
  const button = useId();
  const name = `${button}name`;
  return (
    <li>
      <span id={name}>
        <CompanyName id={id} />
      </span>
      {onRemove && (
        <Button
          tone="quiet"
          id={button}
          disabled={disabled}
          icon={<CloseIcon />}
          aria-label="Remove"
          aria-labelledby={`${button} ${name}`}
          title="Remove"
          onClick={onRemove}
        />
      )}
    </li>
  );
}
