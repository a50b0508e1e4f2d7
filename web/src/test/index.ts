export * from './app';
export * from './screen';
export * from './server';
export { delay, http, HttpResponse } from 'msw';
