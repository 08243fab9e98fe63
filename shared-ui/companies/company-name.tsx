import { useCurrentUser } from 'shared-auth';
import { useGetCompanyOptionQuery } from './company-options.api';

/** A record that may say whose it is, by `company_id`, `company_name` or both. */
type OfCompany = Readonly<Record<string, unknown>>;

/** A company's name by its id: the person's own list knows it, else the service is asked. */
export function CompanyName({ id }: { id: number }) {
  const known = useCurrentUser().companies.find((company) => company.id === id);
  const { data } = useGetCompanyOptionQuery(id, { skip: known !== undefined });
  return <bdi>{(known ?? data)?.name ?? `Company ${id}`}</bdi>;
}

/** Whose the records are: their company by its name, or how many companies they are of; nothing for those of none. */
export function CompanyOf({ records }: { records: readonly OfCompany[] }) {
  const [first] = records;
  const companies = new Set(records.map(({ company_id }) => company_id)).size;
  if (companies > 1) return `${companies} companies`;
  if (typeof first?.company_name === 'string') return <bdi>{first.company_name}</bdi>;
  return typeof first?.company_id === 'number' ? <CompanyName id={first.company_id} /> : null;
}

/** Whether `CompanyOf` has anything to say of a record. */
export const isOfCompany = ({ company_id, company_name }: OfCompany): boolean =>
  typeof company_name === 'string' || typeof company_id === 'number';
