import { expect, it } from 'vitest';
import { hashtagsOf } from './hashtags';

it('finds each hashtag of a caption once, in any script, and none inside words or addresses', () => {
  expect(hashtagsOf('#Pilates for #backs, #pilates again. #señal #تمارين')).toEqual(['Pilates', 'backs', 'señal', 'تمارين']);
  expect(hashtagsOf('a#b https://example.com/#top &#39; # alone')).toEqual([]);
});
