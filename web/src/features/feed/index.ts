export { AccountPosts } from './parts/AccountPosts';
export { fullSizes, Picture } from './parts/Picture';
export { PostDialogs } from './post-dialogs';
export { AuthorLink, RepostedBy } from './parts/PostCard';
export { PostFrame } from './parts/PostFrame';
export { PostGrid, PostGridSkeleton } from './parts/PostGrid';
export { usePages } from './pages';
