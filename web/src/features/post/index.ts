import { lazy } from 'react';

/** Writing a post, fetched when it is first wanted; so are the other dialogs about own posts. */
export const PostComposer = lazy(() => import('./composer/PostComposer'));
export const EditPost = lazy(() => import('./composer/EditPost'));
export const ManagePost = lazy(() => import('./ManagePost'));
export { postRoutes } from './routes';
