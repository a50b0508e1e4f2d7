export { PostComposer } from './PostComposer';
export { postRoutes } from './routes';
