export { ConversationLink } from './components/ConversationLink';
