export { useDataExport } from './use-data-export';
