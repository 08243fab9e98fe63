import type { AddedScreen } from 'shared-ui';

/** The screens of this area that the specification does not have (DECISIONS §13 to §15). */
export const addedScreens = [
  { path: '/company/connections', title: 'Connections', groups: ['CompanyAdmin', 'AaasAdmin'], section: 'Company' },
  { path: '/company/connections/credentials', title: 'Credentials', groups: ['CompanyAdmin', 'AaasAdmin'] },
  { path: '/company/people', title: 'People', groups: ['AaasAdmin'], section: 'Admin' },
  { path: '/company/sign-in-rules', title: 'Sign-in Rules', groups: ['AaasAdmin'], section: 'Admin' },
  { path: '/company/machine-tokens', title: 'Machine Tokens', groups: ['AaasAdmin'], section: 'Admin' },
] as const satisfies readonly AddedScreen[];
