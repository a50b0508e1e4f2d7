import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstWeekdayOf, formatLocale, hourCycleOf } from './format-locale';
import { dateTimeFormat, isZoneKnown, localeOf, systemZone } from './intl';
import { displayName } from './intl-words';

afterEach(() => vi.restoreAllMocks());
const noon = new Date('2027-01-04T12:00:00Z');
const speak = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);

describe('a zone that the browser lacks', () => {
  it.each(['Etc/Unknown', 'Bogus/Zone', 'right/Europe/Berlin', 'localtime', ''])('%s is not known, and written in UTC', (timeZone) => {
    expect(isZoneKnown(timeZone)).toBe(false);
    expect(dateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: '2-digit' }).format(noon)).toBe('12:00');
  });

  it('is not mistaken for one that it knows', () => {
    expect(isZoneKnown('America/New_York')).toBe(true);
    expect(dateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: 'numeric', minute: '2-digit' }).format(noon)).toMatch(/^0?7:00$/);
  });
});

it.each(['Etc/Unknown', 'Bogus/Zone'])('a system that says %s has no zone', (timeZone) => {
  const said = new Intl.DateTimeFormat().resolvedOptions();
  const answer = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...said, timeZone });
  expect(systemZone()).toBe('');
  answer.mockReturnValue({ ...said, timeZone: 'Asia/Kolkata' });
  expect(systemZone()).toBe('Asia/Kolkata');
});

describe('a language tag that is none', () => {
  it('is passed over for the next one of the language, else for the language', () => {
    speak('en-US@posix');
    expect(formatLocale('en')).toBe('en');
    speak('en-US@posix', 'en-GB');
    expect(formatLocale('en')).toBe('en-GB');
    expect(hourCycleOf('en')).toBe('h23');
  });

  it.each(['en-US@posix', 'de_DE.UTF-8', '@', ''])('%j says nothing of itself', (tag) => {
    expect(localeOf(tag)).toBeNull();
    expect(firstWeekdayOf(tag)).toBe(1);
  });

  it('is known of what it can be', () => {
    expect(localeOf('pt-BR')?.region).toBe('BR');
    expect(displayName('en', 'region', 'FR')).toBe('France');
    expect(displayName('fr', 'region', 'not a code')).toBeUndefined();
  });
});
