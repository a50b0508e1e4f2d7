export { messagesRoutes } from './routes';
