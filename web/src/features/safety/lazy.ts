import { lazy } from 'react';

/** The report dialogs, each fetched when it is first opened. */
export const ReportPost = lazy(() => import('./components/ReportPost'));
export const ReportThing = lazy(() => import('./components/ReportThing'));
