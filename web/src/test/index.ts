export * from './app';
export * from './simulated-screen';
export * from './server';
export { delay, http, HttpResponse } from 'msw';
