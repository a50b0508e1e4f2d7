export { ConversationLink } from './parts/ConversationLink';
export { messagesRoutes } from './routes';
