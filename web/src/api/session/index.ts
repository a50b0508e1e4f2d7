export * from './state';
export * from './storage';
export * from './storage';
export type * from './types';
export { useSession } from './state';
