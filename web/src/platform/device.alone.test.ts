import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceData, deviceReading, deviceSigningIn, deviceTimezone, ownTimezone, shownTimezone } from './device';

let minutes = 0;

/** The browser says this zone from now on; what it said before is forgotten. */
function say(timeZone: string): void {
  const said = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...said, timeZone });
  minutes += 1;
  vi.spyOn(performance, 'now').mockReturnValue(minutes * 60_000);
}
const sent = (data: string) => JSON.parse(data) as Record<string, unknown>;

describe('a device', () => {
  beforeEach(() => say('America/Lima'));

  it('has its zone', () => {
    expect([ownTimezone(), deviceTimezone(), deviceReading().timezone]).toEqual(['America/Lima', 'America/Lima', 'America/Lima']);
    expect(sent(deviceData())['timezone']).toBe('America/Lima');
  });

  it('shows the zone of somebody else, or its own instead of one that it lacks', () => {
    expect(['Asia/Kolkata', 'Bogus/Zone', ''].map(shownTimezone)).toEqual(['Asia/Kolkata', 'America/Lima', 'America/Lima']);
  });
});

describe('a device without a zone', () => {
  beforeEach(() => say('Etc/Unknown'));

  it('shows times in UTC, and tells the server of none', () => {
    expect([ownTimezone(), deviceTimezone(), shownTimezone('Bogus/Zone')]).toEqual(['', 'UTC', 'UTC']);
    expect([deviceReading().timezone, sent(deviceData())['timezone']]).toEqual(['', '']);
  });
});

it.each([true, false])('signing in asks for the login’s cookie where cookies are kept (%s)', (cookies) => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(cookies);
  expect(sent(deviceSigningIn())['bound']).toBe(cookies);
});
