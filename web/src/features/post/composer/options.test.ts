import { beforeEach, expect, it } from 'vitest';
import { defaultOptions, forgetOptions, readOptions, saveOptions, type PostOptions } from './options';

const chosen: PostOptions = {
  postType: 'schedule',
  postSchedule: '2026-12-01T09:30',
  postAudience: 'trusted',
  postMature: 'yes',
  postTags: ['yoga'],
};

beforeEach(() => localStorage.clear());

it('are now, for all and not mature, until others were chosen', () => {
  expect(readOptions(localStorage)).toEqual({ postType: 'now', postSchedule: '', postAudience: 'all', postMature: 'no', postTags: [] });
  saveOptions(localStorage, chosen);
  expect(localStorage.getItem('post_option_data')).toContain('trusted');
  expect(readOptions(localStorage)).toEqual(chosen);
});

it.each(['', 'nonsense', 'null', '[]', '{"postType":"never","postSchedule":"soon","postTags":[1]}'])(
  'are the defaults when %j is kept',
  (saved) => {
    localStorage.setItem('post_option_data', saved);
    expect(readOptions(localStorage)).toEqual(defaultOptions);
  },
);

it('are the defaults once they are forgotten', () => {
  saveOptions(localStorage, chosen);
  forgetOptions(localStorage);
  expect(readOptions(localStorage)).toEqual(defaultOptions);
});
