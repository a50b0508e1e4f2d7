import { afterEach, expect, it, vi } from 'vitest';
import { chooseLanguage, currentLanguage, preferredLanguage, startTexts } from '.';

afterEach(async () => {
  await chooseLanguage('en');
  localStorage.removeItem('language');
  window.history.replaceState(null, '', '/');
});

it('an address that names a language is read in it, whatever was chosen before', () => {
  localStorage.setItem('language', 'es');
  window.history.replaceState(null, '', '/p/ana?lang=fr');
  expect(preferredLanguage()).toBe('fr');
  window.history.replaceState(null, '', '/p/ana?lang=xx');
  expect(preferredLanguage()).toBe('es');
});

it('a language that is chosen replaces the one in the address, and the rest of the address stays', async () => {
  window.history.replaceState(null, '', '/search?q=massage&lang=fr#top');
  await chooseLanguage('es');
  expect(preferredLanguage()).toBe('es');
  expect(window.location.search + window.location.hash).toBe('?q=massage#top');
});

it('a language that is chosen in another window is followed in this one', async () => {
  await startTexts('en');
  localStorage.setItem('language', 'ar');
  window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'ar' }));
  await vi.waitFor(() => expect(currentLanguage()).toBe('ar'));
  expect(document.documentElement.dir).toBe('rtl');
});
