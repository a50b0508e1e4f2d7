import { isDebugBuild } from './native';
import { readPreference, writePreference } from './preferences';
import { setServer } from './server';

/** The preference that names another server than the one the app was built for. Debug builds alone read it. */
const serverKey = 'server';

/** Uses the server that a developer has chosen. To be awaited before the first call. */
export async function readChosenServer(): Promise<void> {
  setServer(isDebugBuild() ? await readPreference(serverKey) : null);
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
