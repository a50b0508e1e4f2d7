import { lazy } from 'react';

/** The composer, fetched when it is first opened; so are the other dialogs about own posts. */
export const PostComposer = lazy(() => import('./composer/components/PostComposer'));
export const EditPost = lazy(() => import('./composer/components/EditPost'));
export const ManagePost = lazy(() => import('./components/ManagePost'));
