export * from './app';
export * from './simulated-screen';
export * from './schedule';
export * from './server';
export * from './services';
export { delay, http, HttpResponse } from 'msw';
