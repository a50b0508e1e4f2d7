import { lazy } from 'react';

export { concerns } from './concerns';
export { useBlock } from './use-block';

/** The report dialogs, fetched when one is first wanted. */
export const ReportPost = lazy(() => import('./ReportPost'));
export const ReportMessage = lazy(() => import('./ReportMessage'));
