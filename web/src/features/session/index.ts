export { DataExport } from './components/DataExport';
