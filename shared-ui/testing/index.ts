export {
  badgeTones,
  bulkLabels,
  choose,
  chooseCompany,
  columnTitles,
  confirm,
  dialog,
  runBulk,
  select,
  user,
} from './as-a-person';
export { readFileAs } from './file-import';
export { COMPANIES, lastQueryOf, pageOf, serviceOf } from './list-service';
export { openScreen } from './open-screen';
export { savedFiles } from './saved-files';
