/**
 * Every face of shared-ui that only signed-in screens need. The host has all of them in its build, because the
 * remotes carry no copy; the ones of a list are fetched while its remote is, and the others when they are opened.
 */
const FACES = {
  shell: () => import('shared-ui/shell'),
  listScreen: () => import('shared-ui/list-screen'),
  dialog: () => import('shared-ui/dialog'),
  recordForm: () => import('shared-ui/record-form'),
  recordDetails: () => import('shared-ui/record-details'),
  companies: () => import('shared-ui/companies'),
  tags: () => import('shared-ui/tags'),
  csv: () => import('shared-ui/csv'),
};

export default FACES;
