export { insertMessages } from './api';
export { ConversationLink } from './components/ConversationLink';
