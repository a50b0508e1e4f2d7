import type { APIResponse, Route } from '@playwright/test';

/** The server's answer in full, never a 304 that says it is still the same: for tests that change it on its way to the page. */
export async function wholeAnswer(route: Route): Promise<APIResponse> {
  const headers = Object.entries(route.request().headers()).filter(([name]) => name !== 'if-none-match');
  return route.fetch({ headers: Object.fromEntries(headers) });
}
