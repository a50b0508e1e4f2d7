import { lazy } from 'react';

/** The dialog that shares a provider's page, fetched when it is first wanted. Its texts are of the namespace 'share'. */
export const SharePageDialog = lazy(() => import('./ShareDialog'));
export { pageAddress } from './page-share';
