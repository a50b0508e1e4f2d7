import { describe, expect, it } from 'vitest';
import { allTags, hashtagsOf, missingServices, plainTag, withChangedTags } from './tags';

describe('the tags of a post', () => {
  it('are those of the caption and those that were added, each once without regard to case', () => {
    expect(allTags('For #Backs and #necks', ['yoga', 'BACKS', '#Yoga', 'two words'])).toEqual(['Backs', 'necks', 'yoga', 'two words']);
  });

  it('have neither sign nor comma', () => {
    expect(plainTag(' #yoga, ')).toBe('yoga');
    expect(plainTag('##')).toBe('');
  });

  it('leave the caption as it is when others are added or removed', () => {
    expect(withChangedTags('For #backs', ['backs', 'yoga', '#pilates'])).toEqual({ caption: 'For #backs', added: ['yoga', 'pilates'] });
  });

  it('of the caption go with their sign, and the word stays', () => {
    expect(withChangedTags('For #backs, #Backs and #necks; a#backs', ['necks', 'yoga'])).toEqual({
      caption: 'For backs, Backs and #necks; a#backs',
      added: ['yoga'],
    });
  });

  it('can be all services, as far as they are none yet', () => {
    expect(missingServices(['First assessment', 'Back relief'], ['back relief'])).toEqual(['First assessment']);
    expect(missingServices(['Back relief'], ['Back Relief'])).toEqual([]);
  });
});

it('finds each hashtag of a caption once, in any script, and none inside words or addresses', () => {
  expect(hashtagsOf('#Pilates for #backs, #pilates again. #señal #تمارين')).toEqual(['Pilates', 'backs', 'señal', 'تمارين']);
  expect(hashtagsOf('a#b https://example.com/#top &#39; # alone')).toEqual([]);
});
