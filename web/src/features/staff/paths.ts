import { generatePath } from 'react-router-dom';
import { paths } from '@/routing';

/** The staff pages, as in the staff menu. */
export const sections = ['reports', 'requests', 'accounts', 'log', 'mails'] as const;
export type Section = (typeof sections)[number];

export const sectionPath = (section: Section) => `${paths.staff}/${section}`;
export const reportPath = (reportId: string) => generatePath(`${paths.staff}/reports/:reportId`, { reportId });
export const accountPath = (accountId: string) => generatePath(`${paths.staff}/accounts/:accountId`, { accountId });
export const requestPath = (requestId: string) => generatePath(`${paths.staff}/requests/:requestId`, { requestId });
