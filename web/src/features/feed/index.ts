export { AccountPosts } from './parts/AccountPosts';
export { PostDialogs } from './post-dialogs';
export { PostFrame } from './parts/PostFrame';
export { PostGrid, PostGridSkeleton } from './parts/PostGrid';
