import { defineConfig } from '@playwright/test';

const asRoot = process.getuid?.() === 0;
const seesAll = Boolean(process.env['E2E_TRACE']);

/** Chromium against a running system: `python -m ci.browser embedded|distributed` starts both. */
export default defineConfig({
  testDir: '.',
  outputDir: process.env['E2E_OUTPUT'] ?? '../test-results',
  testMatch: '*.spec.ts',
  // At most two: screenshots and axe scans keep one core busy each.
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  use: {
    baseURL: process.env['E2E_BASE_URL'] ?? 'http://127.0.0.1:8000',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    actionTimeout: 10_000,
    // A worker answers in the place of the routes that tests put in the way. Its own specs allow it (test.use).
    serviceWorkers: 'block',
    // Without animations, so that no test waits for a dialog to slide in.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A failure leaves a screenshot and a trace of its steps and requests. With pictures and documents, which E2E_TRACE adds, the run would take twice as long.
    trace: { mode: 'retain-on-failure', screenshots: seesAll, snapshots: seesAll, sources: seesAll },
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
        '--no-first-run',
        // A page lives some seconds: without optimizing its code, its process takes a fifth less time.
        '--js-flags=--no-opt --no-maglev',
        ...(asRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
});
