export { csvFileName, downloadCsv, toCsv } from './csv';
