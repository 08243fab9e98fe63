import type { AnyImport } from './definition';
import { isCents, isDay } from './formats';
import { importedRecords } from './imported-records';

/** The parts that definitions of imports are made of; they come with the dialog. */
export const parts = { isCents, isDay, importedRecords };

/** Makes the definition of an import from them. */
export type DefineImport<Made extends AnyImport = AnyImport> = (given: typeof parts) => Made;
