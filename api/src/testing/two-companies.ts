import type { Group } from 'contract/session';
import { addTestCompany, openConsole, type Person, type TestConsole } from './console';

/** A service with two companies, and people of one group. */
export interface TwoCompanies {
  service: TestConsole;
  /** Company A's id. */
  a: number;
  /** Company B's id. */
  b: number;
  /** Reaches company A alone. */
  manager: Person;
  /** Reaches company B alone. */
  other: Person;
  /** Reaches both. */
  both: Person;
}

/** Opens one; close its service at the end. */
export async function openTwoCompanies(group: Group): Promise<TwoCompanies> {
  const service = await openConsole();
  const person = (name: string, ...companies: string[]) => service.person(name, { groups: [group], companies });
  return {
    service,
    a: await addTestCompany(service, 'Company A', 'company-a'),
    b: await addTestCompany(service, 'Company B', 'company-b'),
    manager: await person('manager', 'company-a'),
    other: await person('other', 'company-b'),
    both: await person('both', 'company-a', 'company-b'),
  };
}
