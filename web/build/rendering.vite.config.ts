import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import base from '../vite.config.ts';

const serverOfReact = fileURLToPath(
  new URL('../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js', import.meta.url),
);

/** React's renderer for strings keeps quiet about what went wrong; this has it written to the console. */
const reportErrors: Plugin = {
  name: 'report-errors',
  transform: (code, id) => (id === serverOfReact ? code.replace('function onError() {}', 'const onError = console.error;') : null),
};

/** The bundle that the gateway renders pages with: one file for a bare JavaScript engine. */
export default defineConfig({
  plugins: [reportErrors],
  resolve: {
    ...base.resolve,
    // The engine has no streams, which the package's usual entry would ask for.
    alias: { ...base.resolve?.alias, 'react-dom/server': serverOfReact },
  },
  json: base.json ?? {},
  publicDir: false,
  ssr: { noExternal: true, target: 'webworker' },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/rendering/page-renderer.tsx',
    outDir: 'dist/.rendering',
    emptyOutDir: true,
    target: 'esnext',
    minify: true,
    copyPublicDir: false,
    rolldownOptions: { output: { format: 'iife', name: 'pages', codeSplitting: false, entryFileNames: 'page-renderer.js' } },
  },
});
