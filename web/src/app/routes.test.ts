import { matchPath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { pagePatterns, paths } from '@/routing';
import { routes } from './routes';

it('the list of pages, which the gateway reads, has the address of every screen', () => {
  const listed = pagePatterns();
  const elsewhere: readonly string[] = [paths.scheduleManager, paths.developer];
  const missing = routes
    .map(({ path }) => path)
    .filter((path) => !elsewhere.includes(path) && !listed.some((pattern) => matchPath(pattern, path)));
  expect(missing).toEqual([]);
  expect(listed.some((pattern) => matchPath(pattern, '/schedule_manager/nonsense'))).toBe(false);
  expect(listed.some((pattern) => matchPath(pattern, '/schedule_manager/pending_requests'))).toBe(true);
});
