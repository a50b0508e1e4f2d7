import '@testing-library/jest-dom/vitest';
import { cleanNotifications, cleanNotificationsQueue } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { startTexts } from '@/i18n';
import { screenSize } from './simulated-screen';
import { server } from './server';
import { failUnexpected, takeUnexpected } from './unexpected-requests';

// The first screen of a file takes longer, because its modules are transformed then.
configure({ asyncUtilTimeout: 10_000 });

// Mantine needs these, and jsdom lacks them. Nothing moves, so no test waits for a transition.
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  value: (query: string) => ({
    get matches() {
      return query.includes('prefers-reduced-motion') || (query.includes('min-width') && screenSize.isBig);
    },
    media: query,
    onchange: null,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    addListener: vi.fn(),
    removeListener: vi.fn(),
    dispatchEvent: () => false,
  }),
});
class NoResizeObserver {
  observe = vi.fn();
  unobserve = vi.fn();
  disconnect = vi.fn();
}
window.ResizeObserver ??= NoResizeObserver;
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { addEventListener: vi.fn(), removeEventListener: vi.fn() },
});
window.scrollTo = vi.fn();
Element.prototype.scrollIntoView ??= vi.fn();

beforeAll(async () => {
  server.listen({ onUnhandledFrame: failUnexpected });
  await startTexts('en');
});
afterEach(async () => {
  cleanup();
  // Lets requests that were just sent reach their handlers before these are reset.
  await new Promise((resolve) => setTimeout(resolve));
  cleanNotificationsQueue();
  cleanNotifications();
  screenSize.isBig = true;
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  const unexpected = takeUnexpected();
  if (unexpected.length > 0) throw new Error(`The test does not expect these requests: ${unexpected.join(', ')}`);
});
afterAll(() => server.close());
