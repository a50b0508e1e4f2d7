import { isDebugBuild, isNative } from './native';
import { readPreference, writePreference } from './preferences';

/** The preference that names another server than the one the app was built for. Debug builds alone read it. */
const serverKey = 'server';

let chosen: string | null = null;

/** The server that the app was built for; '' in a bundle for browsers. */
export const builtServer = (): string => import.meta.env['OPENHOURS_SERVER'] ?? '';

/** The origin of API, socket, pictures and shared links: the page's own in a browser, a named server in the app. */
export function serverOrigin(): string {
  if (!isNative()) return window.location.origin;
  return chosen ?? (builtServer() || window.location.origin);
}

/** The address of a picture or file that the server names by its path. */
export const serverAddress = (path: string): string => (isNative() && path.startsWith('/') ? serverOrigin() + path : path);

/** The path of an address of this server, such as a shared link; null for every other address. */
export function pathOnServer(address: string): string | null {
  if (!address || !URL.canParse(address, serverOrigin())) return null;
  const url = new URL(address, serverOrigin());
  return url.origin === serverOrigin() ? `${url.pathname}${url.search}${url.hash}` : null;
}

/** Reads which server a developer has chosen. To be awaited before the first call. */
export async function readChosenServer(): Promise<void> {
  chosen = isDebugBuild() ? await readPreference(serverKey) : null;
}

/** The origin in what a developer has typed; null when it names no server. */
export function originOf(typed: string): string | null {
  const address = typed.includes('://') ? typed.trim() : `https://${typed.trim()}`;
  if (!URL.canParse(address)) return null;
  const { origin, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

/** Uses another server from the next start on; null for the one the app was built for. */
export const chooseServer = (origin: string | null): Promise<void> => writePreference(serverKey, origin);
