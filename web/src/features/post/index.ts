import { lazyPart } from '@/ui/lazy-part';

/** The composer, fetched when it is first opened; so are the other dialogs about own posts. */
export const PostComposer = lazyPart(() => import('./composer/components/PostComposer'));
export const EditPost = lazyPart(() => import('./composer/components/EditPost'));
export const ManagePost = lazyPart(() => import('./components/ManagePost'));
