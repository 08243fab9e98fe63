export { CompanyField, FixedCompanyField } from './company-field';
export { CompanySelect } from './company-select';
export { useChosenCompany, type ChosenCompany } from './chosen-company';
