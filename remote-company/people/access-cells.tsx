import type { Person } from 'contract/people/people';
import { cellClass } from 'shared-ui/list-screen';

type Access = Pick<Person, 'groups' | 'company_names'>;

/** Groups and companies of a person, or of a rule, in words and as cells of two lines. */
export const groupsInWords = ({ groups }: Pick<Access, 'groups'>) => groups.join(', ') || '-';
export const companiesInWords = ({ groups, company_names }: Access) =>
  groups.includes('AaasAdmin') ? 'Every company' : company_names.join(', ') || '-';

const wrapped = (text: string) => (
  <span className={cellClass('lines')} title={text}>
    {text}
  </span>
);
export const groupsCell = (row: Access) => wrapped(groupsInWords(row));
export const companiesCell = (row: Access) => wrapped(companiesInWords(row));
