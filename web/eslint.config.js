import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const features = readdirSync(new URL('src/features', import.meta.url)).join('|');

/**
 * The layers of src, the highest first: app > features > forms, ui > realtime, routing > api > platform > i18n; offline and
 * service-worker are below all of them.
 * For each layer: the layers it may import from, besides itself.
 */
const mayImport = {
  app: ['api', 'feature', 'i18n', 'offline', 'platform', 'realtime', 'routing', 'ui'],
  feature: ['api', 'feature', 'forms', 'i18n', 'platform', 'realtime', 'routing', 'ui'],
  forms: ['api', 'i18n', 'ui'],
  ui: ['i18n', 'platform', 'routing'],
  realtime: ['api', 'platform'],
  routing: ['api', 'i18n', 'platform'],
  api: ['i18n', 'offline', 'platform'],
  i18n: ['platform'],
  platform: ['i18n', 'service-worker'],
  offline: [],
  'service-worker': ['offline'],
};

/** The folders of src as eslint-plugin-boundaries sees them. */
const elements = [
  ...[...Object.keys(mayImport).filter((layer) => layer !== 'feature'), 'test'].map((type) => ({ type, pattern: `src/${type}` })),
  { type: 'feature', pattern: 'src/features/*', capture: ['name'] },
];
const policies = Object.entries(mayImport).map(([type, others]) => ({
  from: { element: { type } },
  allow: { to: { element: { types: { anyOf: [type, ...others] } } } },
}));

/**
 * Prototype pollution (OWASP ASVS 15.3.6): `a[b][c] = d`, or merging into `a[b]`, reaches Object.prototype when somebody else chose
 * b and c. Nothing is written that way; `Object.hasOwn` or a Map is.
 */
const prototypePollution = [
  'AssignmentExpression > MemberExpression.left[computed=true] > MemberExpression.object[computed=true][property.type!="Literal"]',
  ...['', 'TSAsExpression.arguments:first-child > '].map(
    (cast) =>
      `CallExpression[callee.object.name="Object"][callee.property.name=/^(assign|defineProperty|setPrototypeOf)$/] > ${cast}MemberExpression[computed=true]${cast ? '' : '.arguments:first-child'}[property.type!="Literal"]`,
  ),
].map((selector) => ({ selector, message: 'Whoever chooses these names may change Object.prototype.' }));

/**
 * What a browser may block, lack or fill with values that throw. One module asks for each, and says what stands in for it
 * (src/platform/site-data.ts, src/i18n/intl.ts).
 */
const siteData = ['localStorage', 'sessionStorage'].map((name) => ({
  name,
  message: 'It may be blocked: use deviceStorage or tabStorage of @/platform/site-data.',
}));
const intl = { name: 'Intl', message: 'It throws at zones and language tags that the browser lacks: use @/i18n/intl or intl-words.' };
const toLocale = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((property) => ({ property, message: intl.message }));
const tags = ['language', 'languages'].map((property) => ({
  object: 'navigator',
  property,
  message: 'Some are no language tags, and formatters throw at them: use formatLocale of @/i18n/format-locale.',
}));
const ofWindow = ({ name, message }) => ['window', 'globalThis', 'self'].map((object) => ({ object, property: name, message }));

const functionLines = (max) => ({ 'max-lines-per-function': ['error', { max, skipBlankLines: true, skipComments: true }] });

export default tseslint.config(
  { ignores: ['dist', 'android', 'ios', 'node_modules', 'src/api/generated', 'e2e/screens', 'test-results', 'playwright-report'] },
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
      ...functionLines(40),
      'no-proto': 'error',
      'no-extend-native': 'error',
      'no-restricted-syntax': ['error', ...prototypePollution],
      'boundaries/dependencies': [
        'error',
        { default: 'disallow', policies: [{ allow: { to: { module: { origin: 'external' } } } }, ...policies] },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: [
      'src/**/*.test.{ts,tsx}',
      'src/test/**',
      'src/platform/{site-data,device}.ts',
      'src/i18n/{intl,intl-words,format-locale,index}.ts',
    ],
    rules: {
      'no-restricted-globals': ['error', ...siteData, intl],
      'no-restricted-properties': ['error', ...siteData.flatMap(ofWindow), ...toLocale, ...tags],
    },
  },
  // A component's markup needs more room than logic does.
  { files: ['src/**/*.tsx'], ignores: ['src/**/*.test.tsx', 'src/test/**'], rules: functionLines(80) },
  // The scale of tokens.css; style sheets are held to it by stylelint.config.js.
  {
    files: ['src/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...prototypePollution,
        {
          selector: 'JSXAttribute[name.name=/^(gap|spacing|radius|fz|[mp][xytbse]?)$/] > JSXExpressionContainer > Literal[raw=/^-?[1-9]/]',
          message: 'Spaces, corners and type sizes are named: xs, sm, md, lg, xl.',
        },
        {
          selector:
            'JSXOpeningElement[name.name=/^(Icon|Picture)/] > JSXAttribute[name.name="size"] Literal:not([raw=/^(14|16|18|20|24|30|36)$/])',
          message: 'Icons are 14, 16, 18, 20, 24, 30 or 36 px.',
        },
        {
          selector: 'JSXOpeningElement[name.name=/^(Icon|Picture)/] > JSXAttribute[name.name="stroke"]',
          message: 'All icons have the weight of tokens.css.',
        },
      ],
    },
  },
  // A context of a phone's size that is not touched, and not laid out as on a phone, hides what is wrong on phones.
  {
    files: ['e2e/**/*.ts'],
    ignores: ['e2e/devices.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^(newContext|setViewportSize)$/], CallExpression[callee.object.name="browser"][callee.property.name="newPage"], ObjectExpression > Property[key.name=/^(viewport|isMobile|hasTouch)$/]',
          message: 'Devices are opened and resized by openDevice, deviceOptions and resize (e2e/devices.ts).',
        },
      ],
    },
  },
  {
    files: ['src/features/**/*.{ts,tsx}'],
    ignores: ['src/**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['@/features/*/*'], message: 'Another feature is seen through its index.ts only.' },
            { regex: `^(\\.\\./)+(${features})(/|$)`, message: 'Another feature is imported as @/features/<name>.' },
          ],
        },
      ],
    },
  },
);
