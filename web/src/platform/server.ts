import { isNative } from './native';

let chosen: string | null = null;

/** The server that the app was built for; '' in a bundle for browsers. */
export const builtServer = (): string => import.meta.env['OPENHOURS_SERVER'] ?? '';

/** The origin of API, socket, pictures and shared links: the page's own in a browser, a named server in the app. */
export function serverOrigin(): string {
  if (!isNative()) return location.origin;
  return chosen ?? (builtServer() || location.origin);
}

/** The address of a picture or file that the server names by its path. */
export const serverAddress = (path: string): string => (isNative() && path.startsWith('/') ? serverOrigin() + path : path);

/** The path of an address of this server, such as a shared link; null for every other address. */
export function pathOnServer(address: string): string | null {
  if (!address || !URL.canParse(address, serverOrigin())) return null;
  const url = new URL(address, serverOrigin());
  return url.origin === serverOrigin() ? `${url.pathname}${url.search}${url.hash}` : null;
}

/** Uses the server that a developer has chosen (chosen-server.ts); null for the one the app was built for. */
export function setServer(origin: string | null): void {
  chosen = origin;
}
