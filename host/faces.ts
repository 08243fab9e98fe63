/**
 * Every face of shared-ui that only signed-in screens need. The host has all of them in its build, because the
 * remotes carry no copy; each is fetched when a screen asks for it.
 */
export const FACES = {
  listScreen: () => import('shared-ui/list-screen'),
  dialog: () => import('shared-ui/dialog'),
  recordForm: () => import('shared-ui/record-form'),
  recordDetails: () => import('shared-ui/record-details'),
  commands: () => import('shared-ui/commands'),
  companies: () => import('shared-ui/companies'),
  tags: () => import('shared-ui/tags'),
  csv: () => import('shared-ui/csv'),
};
