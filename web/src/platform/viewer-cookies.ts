import { isNative } from './native';

/** How long the server remembers, in seconds. */
const year = 31_536_000;

const write = (name: string, value: string, age = year) => {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  try {
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${age}; samesite=lax${secure}`;
  } catch {
    // In a sandboxed frame, which has no cookies: the server renders its pages as for a stranger.
  }
};

/**
 * Tells the server what it needs for rendering pages as this browser would: the zone of its clock, and the language that the
 * user chose; a zone of '' is none. None of it is a secret, and the server trusts none of it (gateway/gateway/pages/viewer.py).
 */
export function tellServerOfViewer(timezone: string, chosenLanguage: string | null): void {
  if (isNative()) return;
  write('timezone', timezone, timezone ? year : 0);
  if (chosenLanguage) write('language', chosenLanguage);
}

/** Tells the server whether an account is signed in here: it renders pages for guests only. */
export function tellServerOfSession(isSignedIn: boolean): void {
  if (isNative()) return;
  write('signed_in', '1', isSignedIn ? year : 0);
}
