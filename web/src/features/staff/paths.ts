import { generatePath } from 'react-router-dom';
import { paths } from '@/routing';
import type { ReadingReason } from './reading-reasons';

/** The staff pages, as in the staff menu. */
export const sections = ['reports', 'requests', 'accounts', 'log', 'mails'] as const;
export type Section = (typeof sections)[number];

export const sectionPath = (section: Section) => `${paths.staff}/${section}`;

/** Reports and accounts are opened for a reason, which the log keeps. Without one in the address, the page asks for it. */
const withReason = (path: string, reason?: ReadingReason) => (reason ? `${path}?reason=${reason}` : path);

export const reportPath = (reportId: string, reason?: ReadingReason) =>
  withReason(generatePath(`${paths.staff}/reports/:reportId`, { reportId }), reason);
export const accountPath = (accountId: string, reason?: ReadingReason) =>
  withReason(generatePath(`${paths.staff}/accounts/:accountId`, { accountId }), reason);
export const requestPath = (requestId: string) => generatePath(`${paths.staff}/requests/:requestId`, { requestId });
