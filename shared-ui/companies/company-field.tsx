import type { CustomFieldProps } from '../custom-field';
import { CompanySelect } from './company-select';

/** The company of a record in its form: the `component` of a custom field. */
export const CompanyField = ({ control, value, onChange }: CustomFieldProps) => (
  <CompanySelect {...control} value={typeof value === 'number' ? value : null} onChange={onChange} />
);

/** The same, to be read only: the company that the list is of. */
export const FixedCompanyField = ({ control, ...props }: CustomFieldProps) => (
  <CompanyField {...props} control={{ ...control, disabled: true }} />
);
