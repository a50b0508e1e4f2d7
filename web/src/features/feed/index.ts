export { AccountPosts } from './parts/AccountPosts';
export { fullSizes, Picture } from './parts/Picture';
export { PostDialogs } from './PostDialogs';
export { AuthorLink, RepostedBy } from './parts/PostCard';
export { PostCardLayout } from './parts/PostCardLayout';
export { PostGrid, PostGridSkeleton } from './parts/PostGrid';
export { usePostPages } from './use-post-pages';
