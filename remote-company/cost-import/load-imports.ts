import { fileImport } from 'shared-ui/dialog';
import { variantImport } from '../variant-import/variant-import';
import { costImport } from './cost-import';

/** The dialog that imports costs or variants from a file. */
export const load = fileImport(costImport, variantImport);
