import { defineConfig } from '@playwright/test';

const set = process.env['E2E_SET'] ?? 'embedded';
const asRoot = process.getuid?.() === 0;

/** Real Chromium against a running set: `python -m embedded.browser embedded|distributed` starts one and this. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // The distributed set proves that the same film runs there; every screen is looked at once, in the embedded one.
  testMatch: set === 'distributed' ? 'film.spec.ts' : '*.spec.ts',
  // Two at most: a screen is judged by its looks and its axe scan, which keep one core busy each.
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
    // What moves is stopped, as the system's own setting does: nothing waits for a dialog to glide in.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A failure leaves its pictures and what the page held; recording all of every run costs as much as the run.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
        '--no-first-run',
        ...(asRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
});
