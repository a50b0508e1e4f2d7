import { lazy } from 'react';

export { concerns } from './concerns';
export { useBlock } from './hooks/use-block';

/** The report dialogs, fetched when one is first wanted. */
export const ReportPost = lazy(() => import('./components/ReportPost'));
export const ReportMessage = lazy(() => import('./components/ReportMessage'));
