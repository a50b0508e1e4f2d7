export * from './app';
export * from './server';
export { http, HttpResponse } from 'msw';
