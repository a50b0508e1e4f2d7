export { AccountPosts } from './components/AccountPosts';
export { AuthorLink, Expertise, RepostedBy } from './components/PostCard';
export { PostCardLayout } from './components/PostCardLayout';
export { PostDialogs } from './components/PostDialogs';
export { PostGrid, PostGridSkeleton } from './components/PostGrid';
export { fullSizes, PostPicture } from './components/PostPicture';
export { usePost } from './hooks/use-post';
export { usePostPages } from './hooks/use-post-pages';
export { authorOf } from './post-model';
