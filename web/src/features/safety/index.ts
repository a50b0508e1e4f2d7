export { BlockedProvider } from './components/BlockedProvider';
export { ReportAction } from './components/ReportAction';
export { concerns } from './concerns';
export { useBlock } from './hooks/use-block';
export { useReportDialog } from './hooks/use-report-dialog';
export { BlockGuest, ReportPost, ReportThing } from './lazy';
export { accountNamed, messageSubject } from './report';
