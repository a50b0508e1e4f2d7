import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { defineConfig } from 'vitest/config';
import { firstLoadBudget } from './build/first-load-budget.ts';
import { pagePaths } from './build/page-paths.ts';

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:8000';
/** Tests that put something in the place of a module: nobody else may have loaded it. */
const standIns = 'src/**/*.alone.test.{ts,tsx}';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  // What the build of the phone app is told (native/README.md).
  envPrefix: ['OPENHOURS_SERVER', 'OPENHOURS_PUSH'],
  plugins: [
    react(),
    pagePaths(),
    firstLoadBudget({ modules: ['/src/features/feed/screens/Feed.tsx'], limit: 200_000 }),
    compression({
      include: /\.(js|css|html|svg|json|webmanifest)$/,
      threshold: 1024,
      algorithms: [defineAlgorithm('gzip', { level: 9 }), defineAlgorithm('brotliCompress')],
    }),
  ],
  resolve: {
    alias: {
      '@contracts': process.env['CONTRACTS'] ?? here('../proto-contracts/generated'),
      '@': here('./src'),
      'react-i18next': here('./src/i18n/react-i18next.tsx'),
    },
  },
  server: {
    port: 5173,
    fs: { allow: [here('.'), here('../proto-contracts')] },
    proxy: {
      '/api': gateway,
      '/media': gateway,
      '/dev': gateway,
      '/socket.io': { target: gateway, ws: true },
    },
  },
  build: {
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    // Every browser of cssTarget preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\// },
            { name: 'state', test: /node_modules\/(@reduxjs|react-redux|immer|reselect|redux)\// },
            { name: 'calendar', test: /node_modules\/(@fullcalendar|@full-ui|temporal-)/ },
            // On a slow phone a request costs more than a kilobyte: the code that every page needs is one file.
            { name: 'start', tags: ['$initial'] },
            // The plugins of the phone app, which loads its files from the phone. After `start`, whose modules they share.
            { name: 'native', test: /node_modules\/@(capacitor|capawesome|aparajita)\// },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./build/test-watchdog.ts', './src/test/setup.ts'],
    css: false,
    restoreMocks: true,
    testTimeout: 30_000,
    // By default vitest reserves one core for watch mode, which is not used.
    maxWorkers: 2,
    // Tests leave no state behind, so they share what is costly to create: the environment and all modules.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'shared', include: ['src/**/*.test.{ts,tsx}', 'native/*.test.ts'], exclude: [standIns] } },
      { extends: true, test: { name: 'alone', include: [standIns], isolate: true } },
    ],
  },
});
