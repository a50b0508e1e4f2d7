import { lazyPart } from '@/ui/lazy-part';

export const BlockGuest = lazyPart(() => import('./components/BlockGuest'));
/** The report dialogs, each fetched when it is first opened. */
export const ReportPost = lazyPart(() => import('./components/ReportPost'));
export const ReportThing = lazyPart(() => import('./components/ReportThing'));
