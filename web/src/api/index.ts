export * from './appointments';
export { api, type CallMeta } from './base';
export * from './envelope';
export * from './hooks';
export * from './login';
export { openhoursApi, whole } from './openhours';
export * from './posts';
export * from './session';
export type * from './types';
