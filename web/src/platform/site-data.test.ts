import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage, isSiteDataBlocked, tabStorage } from './site-data';

/** Throws on every access, as a browser whose user blocks site data; with `none` there is no storage, as in a web view without it. */
function block(storage: 'localStorage' | 'sessionStorage', none = false): void {
  vi.spyOn(window, storage, 'get').mockImplementation(() => {
    if (none) return null as unknown as Storage;
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
}
afterEach(() => vi.restoreAllMocks());

const both = [
  ['localStorage', deviceStorage],
  ['sessionStorage', tabStorage],
] as const;

describe.each(both)('%s', (name, storage) => {
  it('is the browser’s where it may be used', () => {
    storage.setItem('language', 'fr');
    expect(window[name].getItem('language')).toBe('fr');
    expect(storage.getItem('language')).toBe('fr');
    storage.removeItem('language');
    expect(storage.getItem('language')).toBeNull();
    expect(isSiteDataBlocked()).toBe(false);
  });

  it.each([false, true])('is in memory where the browser has none (null: %s)', (none) => {
    block(name, none);
    expect(storage.getItem('draft')).toBeNull();
    storage.setItem('draft', 'half a sentence');
    expect(storage.getItem('draft')).toBe('half a sentence');
    storage.removeItem('draft');
    expect(storage.getItem('draft')).toBeNull();
  });

  it('keeps in memory what the browser does not take', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    storage.setItem('draft', 'much');
    expect(storage.getItem('draft')).toBe('much');
    full.mockRestore();
    storage.setItem('draft', 'little');
    expect([storage.getItem('draft'), window[name].getItem('draft')]).toEqual(['little', 'little']);
    storage.removeItem('draft');
    expect(storage.getItem('draft')).toBeNull();
  });
});

it('keeps what is of the device and what is of the tab apart', () => {
  block('localStorage');
  block('sessionStorage');
  deviceStorage.setItem('key', 'device');
  expect(tabStorage.getItem('key')).toBeNull();
  deviceStorage.removeItem('key');
  expect(isSiteDataBlocked()).toBe(true);
});
