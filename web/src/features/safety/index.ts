import { lazy } from 'react';

/** The report dialog, fetched when it is first wanted. */
export const ReportPost = lazy(() => import('./ReportPost'));
