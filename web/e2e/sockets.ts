import type { Page } from '@playwright/test';

/**
 * Resolves once this page's socket stands (Socket.IO's CONNECT has been answered): what is told to everybody reaches only
 * those who are there. Asked for before the page is opened.
 */
export function listening(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40')) resolve();
      });
    });
  });
}
