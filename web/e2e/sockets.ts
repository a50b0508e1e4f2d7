import type { Page } from '@playwright/test';

/**
 * Resolves when this page's socket is connected (the server has answered Socket.IO's CONNECT): a broadcast reaches only
 * connected clients. Call it before the page is opened.
 */
export function socketConnected(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40')) resolve();
      });
    });
  });
}
