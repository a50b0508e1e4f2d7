import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const features = readdirSync(new URL('src/features', import.meta.url)).join('|');
const layers = ['api', 'app', 'forms', 'i18n', 'platform', 'realtime', 'test', 'ui'];

/** The folders of src. A feature sees another feature through its index.ts only. */
const elements = [
  ...layers.map((type) => ({ type, pattern: `src/${type}` })),
  { type: 'feature', pattern: 'src/features/*', capture: ['name'] },
];

/** Who may import whom, beside itself. What is in `app` is reached through paths.ts and route.ts only. */
const mayImport = {
  app: ['api', 'feature', 'forms', 'i18n', 'platform', 'realtime', 'ui'],
  feature: ['api', 'app', 'feature', 'forms', 'i18n', 'platform', 'realtime', 'ui'],
  ui: ['app', 'i18n', 'platform'],
  forms: ['api', 'i18n', 'ui'],
  realtime: ['api'],
  api: [],
  i18n: [],
  platform: [],
};
const policies = Object.entries(mayImport).map(([type, others]) => ({
  from: { element: { type } },
  allow: { to: { element: { types: { anyOf: [type, ...others] } } } },
}));

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'src/api/generated', 'e2e/screens', 'test-results', 'playwright-report'] },
  js.configs.recommended,
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  jsxA11y.flatConfigs.strict,
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: globals.node } },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { globals: { ...globals.browser } },
    plugins: { 'react-hooks': reactHooks, boundaries },
    settings: {
      'boundaries/elements': elements,
      'import/resolver': { typescript: { project: './tsconfig.app.json' } },
    },
    rules: {
      ...reactHooks.configs.recommended.rules,
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'max-lines': ['error', { max: 400 }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/**/*.test.{ts,tsx}', 'src/test/**'],
    rules: {
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'boundaries/dependencies': ['error', { default: 'disallow', policies: [{ allow: { to: { module: { origin: 'external' } } } }, ...policies] }],
    },
  },
  {
    files: ['src/features/**/*.{ts,tsx}', 'src/ui/**/*.{ts,tsx}'],
    ignores: ['src/**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['@/features/*/*'], message: 'Another feature is seen through its index.ts only.' },
            { regex: `^(\\.\\./)+(${features})(/|$)`, message: 'Another feature is imported as @/features/<name>.' },
            { group: ['@/app/*', '!@/app/paths', '!@/app/route'], message: 'Of app, others see paths and route only.' },
          ],
        },
      ],
    },
  },
);
