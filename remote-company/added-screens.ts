import type { AddedScreen } from 'shared-ui';

/** The screens of this area that the specification does not have (DECISIONS §13 to §15). */
export const addedScreens = [
  {
    path: '/company/connections',
    title: 'Connections',
    groups: ['CompanyAdmin', 'AaasAdmin'],
    section: 'Company',
    icon: 'M9 7V3m6 4V3M6 7h12v4a6 6 0 0 1-12 0zm6 10v4',
  },
  { path: '/company/connections/credentials', title: 'Credentials', groups: ['CompanyAdmin', 'AaasAdmin'] },
  {
    path: '/company/people',
    title: 'People',
    groups: ['AaasAdmin'],
    section: 'Admin',
    icon: 'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 20c.7-3.5 3.2-5 6.5-5s5.8 1.5 6.5 5m0-14.7a3.5 3.5 0 0 1 0 6.4m2 3.8c2.2.6 3.5 2 4 4.5',
  },
  {
    path: '/company/sign-in-rules',
    title: 'Sign-in Rules',
    groups: ['AaasAdmin'],
    section: 'Admin',
    icon: 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6zm-3 8.5 2.2 2.2L15 10',
  },
  {
    path: '/company/machine-tokens',
    title: 'Machine Tokens',
    groups: ['AaasAdmin'],
    section: 'Admin',
    icon: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8m3 1 8-8m-3 3 3 3',
  },
] as const satisfies readonly AddedScreen[];
