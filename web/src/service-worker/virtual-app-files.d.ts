/** Written by build/service-worker.ts. */
declare module 'virtual:app-files' {
  import type { AppParts, ShellFile } from './app-files';
  export const appShell: ShellFile[];
  export const appParts: AppParts;
}
