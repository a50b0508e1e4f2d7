import { defineConfig } from 'vitest/config';
import base from '../vite.config.ts';

const test = { ...base.test, projects: undefined, include: ['src/**/*.test.ts'], exclude: ['src/**/*.alone.test.ts'] };

/** The tests that catch mutants: those of pure modules. The tests of screens import everything and would run for each mutant. */
export default defineConfig({ ...base, test });
