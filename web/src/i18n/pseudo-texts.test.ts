import { afterEach, expect, it } from 'vitest';
import { chooseLanguage, currentLanguage, languages, loadTexts, preferredLanguage, startTexts } from '.';
import { pseudoText, pseudoTexts } from './pseudo-texts';
import { textOf } from './texts';

afterEach(async () => {
  window.history.replaceState(null, '', '/');
  await chooseLanguage('en');
});

it('a text stands in brackets with accents, and is at least 40 % longer', () => {
  expect(pseudoText('Sign in')).toBe('[Šîĝñ îñ öñé]');
  for (const text of ['OK', 'Book appointment', 'The link is on your clipboard'])
    expect(pseudoText(text).length).toBeGreaterThanOrEqual(text.length * 1.4);
});

it('placeholders, tags and the keys of plural forms stay whole', () => {
  expect(pseudoText('{{count}} of <b>{{most}}</b>')).toMatch(/^\[\{\{count\}\} öƒ <b>\{\{most\}\}<\/b>.*\]$/);
  expect(Object.keys(pseudoTexts({ posts: 'post', posts_other: 'posts', inner: { one: 'One' } }))).toEqual([
    'posts',
    'posts_other',
    'inner',
  ]);
});

it('an address that names it is read in it, also texts that come later, and it is not in the list of languages', async () => {
  window.history.replaceState(null, '', '/feed?lang=en-XA');
  expect(preferredLanguage()).toBe('en-XA');
  expect(Object.keys(languages)).not.toContain('en-XA');
  await startTexts();
  expect(currentLanguage()).toBe('en-XA');
  expect(textOf(['ui'], 'close')).toBe('[Çļöšé öñé]');
  await loadTexts('feed');
  expect(textOf(['feed'], 'newPosts', { count: 3 })).toMatch(/^\[3 ñéŵ þöšţš/);
  expect(textOf(['feed'], 'newPosts', { count: 1 })).toMatch(/^\[1 ñéŵ þöšţ /);
});
