export { UnsentState } from './components/UnsentState';
