export { useDataExport } from './hooks/use-data-export';
