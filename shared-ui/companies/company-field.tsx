import type { CustomFieldProps } from '../record-form';
import { CompanySelect } from './company-select';

/** The company of a record in its form: the `component` of a custom field. */
export const CompanyField = ({ id, value, onChange, disabled, values: _, ...aria }: CustomFieldProps) => (
  <CompanySelect
    {...aria}
    id={id}
    value={typeof value === 'number' ? value : null}
    onChange={onChange}
    disabled={disabled}
  />
);

/** The same, to be read only: the company that the list is of. */
export const FixedCompanyField = (props: CustomFieldProps) => <CompanyField {...props} disabled />;
