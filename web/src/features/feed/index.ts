export { AccountPosts } from './parts/AccountPosts';
export { PictureSlider } from './parts/PictureSlider';
export { PostGrid, PostGridSkeleton } from './parts/PostGrid';
export { picturesOf, shortened } from './shown-post';
