import { lazyPart } from '@/ui/lazy-part';

/** The report dialogs, each fetched when it is first opened. */
export const ReportPost = lazyPart(() => import('./components/ReportPost'));
export const ReportThing = lazyPart(() => import('./components/ReportThing'));
