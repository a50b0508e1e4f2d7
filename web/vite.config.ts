import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { defineConfig } from 'vitest/config';
import { Chunks } from './build/chunks.ts';
import { firstWords } from './build/first-words.ts';
import { fonts } from './build/fonts.ts';
import { joinFacades } from './build/join-facades.ts';
import { mantineStyles } from './build/mantine-styles.ts';
import { nativeSecurityPolicy } from './build/native-security-policy.ts';
import { pageFiles } from './build/page-files.ts';
import { pushPlatforms } from './build/push-platforms.ts';
import { serviceWorker } from './build/service-worker.ts';
import { shortTasks } from './build/short-tasks.ts';

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:8000';
/** Tests that put something in the place of a module: nobody else may have loaded it. */
const standIns = 'src/**/*.alone.test.{ts,tsx}';
const chunks = new Chunks();
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

if (process.env['OPENHOURS_SERVER']) process.env['OPENHOURS_PUSH'] ??= pushPlatforms(here('.'));

const alias = {
  '@contracts': process.env['CONTRACTS'] ?? here('../proto-contracts/generated'),
  '@': here('./src'),
};

export default defineConfig({
  // What the build of the phone app is told (native/README.md).
  envPrefix: ['OPENHOURS_SERVER', 'OPENHOURS_PUSH'],
  plugins: [
    react(),
    chunks.plugin,
    firstWords(),
    fonts(),
    mantineStyles(here('./src/ui/mantine.css')),
    joinFacades(),
    shortTasks(),
    nativeSecurityPolicy(),
    pageFiles(here('.'), { alias }),
    serviceWorker(),
    compression({
      include: /\.(js|css|html|svg|json|webmanifest)$/,
      threshold: 1024,
      algorithms: [defineAlgorithm('gzip', { level: 9 }), defineAlgorithm('brotliCompress')],
    }),
  ],
  resolve: {
    alias,
  },
  server: {
    port: 5173,
    fs: { allow: [here('.'), here('../proto-contracts')] },
    proxy: {
      '/api': gateway,
      '/media': gateway,
      '/dev': gateway,
      '/health': gateway,
      '/oembed': gateway,
      '/robots.txt': gateway,
      '/sitemap': gateway,
      '/.well-known': gateway,
      '/browser_reports': gateway,
      '/socket.io': { target: gateway, ws: true },
    },
  },
  json: { namedExports: false, stringify: true },
  build: {
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    // Every browser of cssTarget preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // The browser runs each file in its own task (build/short-tasks.ts). Three files make three short tasks instead of a long one.
            { name: 'react', test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\//, tags: ['$initial'], priority: 3 },
            { name: 'router', test: /node_modules\/(react-router|cookie|set-cookie-parser)/, tags: ['$initial'], priority: 3 },
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: chunks.of },
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
      {
        extends: true,
        test: { name: 'shared', include: ['src/**/*.test.{ts,tsx}', 'native/*.test.ts', 'build/*.test.ts'], exclude: [standIns] },
      },
      { extends: true, test: { name: 'alone', include: [standIns], isolate: true } },
    ],
  },
});
