import { lazy } from 'react';

export { concerns } from './concerns';
export { useBlock } from './hooks/use-block';

/** The report dialogs, each fetched when it is first opened. */
export const ReportPost = lazy(() => import('./components/ReportPost'));
export const ReportMessage = lazy(() => import('./components/ReportMessage'));
