export * from './state';
export * from './shared-login';
export * from './storage';
export type * from './types';
export { useSession } from './use-session';
