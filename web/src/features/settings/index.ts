import { lazy } from 'react';

/** The avatar dialog, fetched when it is first wanted. Its texts are of the namespace 'settings'. */
export const AvatarDialog = lazy(() => import('./AvatarDialog'));
