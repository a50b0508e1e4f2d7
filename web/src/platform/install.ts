import { isNative } from './native';
import { deviceStorage } from './site-data';

/** Chromium's event; it is in no standard library of types. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}

declare global {
  interface Window {
    /** The prompt that came before the app started; index.html keeps it. */
    installPrompt?: InstallPromptEvent;
  }
}

/** How the app is installed here: by a prompt of the browser, or by hand from Safari's share menu. */
export type InstallWay = 'prompt' | 'ios';

const ANSWERED = 'install_offer_answered';
const BOOKED = 'has_booked';

let prompt: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();
const announce = () => listeners.forEach((listener) => listener());

// The server, which renders pages too, has no window.
if (typeof window !== 'undefined') {
  prompt = window.installPrompt ?? null;
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser's own banner would come at the first visit.
    event.preventDefault();
    prompt = event as InstallPromptEvent;
    announce();
  });
  window.addEventListener('appinstalled', endInstallOffer);
}

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches || isNative();

/** iPhones and iPads; the latter say that they are a Mac, but have a touch screen. */
const isIos = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** How the app could be installed now; null before the first booking, after an answer, where it is installed or cannot be. */
export function installWay(): InstallWay | null {
  if (deviceStorage.getItem(BOOKED) === null || deviceStorage.getItem(ANSWERED) !== null || isInstalled()) return null;
  if (prompt) return 'prompt';
  return isIos() ? 'ios' : null;
}

/** Calls `listener` when the way to install changes. Returns how to stop that. */
export function onInstallChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Somebody has booked on this device: from now on it is worth having. */
export function bookingMade(): void {
  deviceStorage.setItem(BOOKED, new Date().toISOString());
  announce();
}

/** Never offers it again on this device. */
export function endInstallOffer(): void {
  deviceStorage.setItem(ANSWERED, new Date().toISOString());
  announce();
}

/** Opens the browser's prompt, where there is one. */
export async function install(): Promise<void> {
  await prompt?.prompt();
  endInstallOffer();
}
