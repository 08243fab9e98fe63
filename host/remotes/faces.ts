/**
 * Every face of shared-ui that only signed-in screens need. The host has all of them in its build, because the
 * remotes carry no copy; each is fetched when a screen asks for it.
 */
export const FACES = {
  // Nearly every screen is a list of a company's records: what renders one is one file, with the federation's runtime.
  listScreen: () => import(/* webpackChunkName: 'list-parts' */ 'shared-ui/list-screen'),
  dialog: () => import('shared-ui/dialog'),
  recordForm: () => import('shared-ui/record-form'),
  recordDetails: () => import('shared-ui/record-details'),
  commands: () => import('shared-ui/commands'),
  companies: () => import(/* webpackChunkName: 'list-parts' */ 'shared-ui/companies'),
  tags: () => import('shared-ui/tags'),
  plot: () => import(/* webpackChunkName: 'plot' */ 'shared-ui/plot'),
  csv: () => import(/* webpackChunkName: 'export' */ 'shared-ui/csv'),
};
