export { AccountPosts } from './components/AccountPosts';
export { fullSizes, Picture } from './components/Picture';
export { PostDialogs } from './components/PostDialogs';
export { AuthorLink, RepostedBy } from './components/PostCard';
export { PostCardLayout } from './components/PostCardLayout';
export { PostGrid, PostGridSkeleton } from './components/PostGrid';
export { usePostPages } from './hooks/use-post-pages';
export { usePost } from './hooks/use-post';
export { authorOf } from './post-model';
