export * from './app';
export * from './screen';
export * from './server';
export { http, HttpResponse } from 'msw';
