export { CompanyField, FixedCompanyField } from './company-field';
export { CompanyName } from './company-name';
export { CompanySelect } from './company-select';
export { useChosenCompany, type ChosenCompany } from './chosen-company';
