export { CompanyField, FixedCompanyField } from './company-field';
export { CompanySelect, type CompanySelectProps } from './company-select';
export { useChosenCompany, type ChosenCompany } from './chosen-company';
export {
  useGetCompanyOptionQuery,
  useSearchCompanyOptionsQuery,
  type CompanyOption,
  type CompanyOptionPage,
} from './company-options.api';
