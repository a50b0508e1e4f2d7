export { AccountPosts } from './parts/AccountPosts';
export { PostFrame } from './parts/PostFrame';
export { PostGrid, PostGridSkeleton } from './parts/PostGrid';
