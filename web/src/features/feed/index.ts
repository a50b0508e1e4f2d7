export { AccountPosts } from './parts/AccountPosts';
export { PostGrid, PostGridSkeleton } from './parts/PostGrid';
