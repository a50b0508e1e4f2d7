export { PostGrid, PostGridSkeleton } from './parts/PostGrid';
