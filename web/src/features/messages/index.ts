export { ConversationLink } from './components/ConversationLink';
export { messagesRoutes } from './routes';
