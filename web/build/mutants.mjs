// Mutation tests of the web's pure modules: Stryker changes them piece by piece, and each change must fail a test.
// npm run mutants            what changed since main
// npm run mutants -- --all   every pure module
// npm run mutants -- FILE…   these files
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));
const git = (...words) => execFileSync('git', words, { cwd: web, encoding: 'utf8' }).split('\n').filter(Boolean);

/** A pure module renders nothing, holds no state and makes no calls: its imports say so. */
const impure =
  /from '(react|react-[\w-]+|@\/i18n\/[\w-]+|@mantine\/[\w-]+|@tabler\/[\w-]+|@fullcalendar\/[\w/-]+|@capacitor\/[\w-]+|socket\.io-client|virtual:[\w-]+)'/;
const left = /(\.test\.ts|\.d\.ts|\/(index|routes|types|events|actions)\.ts|\/use-[\w-]+\.ts)$|^src\/(i18n|platform|test)\/|\/generated\//;
const isPure = (path) => /^src\/.*\.ts$/.test(path) && !left.test(path) && !impure.test(readFileSync(`${web}/${path}`, 'utf8'));

/** What differs from main, committed or not. */
function changed() {
  const [base] = git('merge-base', 'main', 'HEAD');
  return [...git('diff', '--name-only', '--diff-filter=d', '--relative', base), ...git('ls-files', '--others', '--exclude-standard')];
}

const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('--'));
const candidates = words.includes('--all') ? git('ls-files', 'src') : changed();
const files = named.length > 0 ? named : [...new Set(candidates)].filter(isPure);
if (files.length === 0) {
  console.log('No pure module of the web has changed since main.');
  process.exit(0);
}
const stryker = fileURLToPath(import.meta.resolve('@stryker-mutator/core')).replace(/dist\/.*$/, 'bin/stryker.js');
// Stryker works on a copy of web/, from which the relative path to the contracts does not work.
const env = { ...process.env, CONTRACTS: fileURLToPath(new URL('../../proto-contracts/generated', import.meta.url)) };
const { status } = spawnSync(process.execPath, [stryker, 'run', '--mutate', files.join(',')], { cwd: web, env, stdio: 'inherit' });
process.exit(status ?? 1);
