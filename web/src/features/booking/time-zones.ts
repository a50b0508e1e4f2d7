import { dateTimeFormat } from '@/i18n/intl';

/** Names and offsets of time zones, as the booking views need them. A zone that this browser lacks has the offset of UTC. */

/** Zones that browsers list under an outdated city name. */
const RENAMED: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'America/Buenos_Aires': 'Buenos Aires',
};

/** The city of a zone: 'New York' for 'America/New_York'. */
export function zoneCity(timezone: string): string {
  return RENAMED[timezone] ?? (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timezone: string): Intl.DateTimeFormat {
  const known = clocks.get(timezone);
  if (known) return known;
  const made = dateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  clocks.set(timezone, made);
  return made;
}

/** The zone's local time at an instant, as the milliseconds of a UTC clock that shows the same. */
function shownIn(timezone: string, instant: number): number {
  const parts = new Map(
    clockOf(timezone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/** The instant (milliseconds since 1970) at which a zone's clock shows a date and a number of minutes after midnight. */
export function instantOf(date: string, minutes: number, timezone: string): number {
  const local = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  const near = local - (shownIn(timezone, local) - local);
  return near - (shownIn(timezone, near) - local);
}

/** Whether two zones show different times at an instant. Two names can mean the same clock, such as Berlin and Paris. */
export function clocksDiffer(mine: string, theirs: string, instant: string): boolean {
  if (mine === theirs) return false;
  const moment = Date.parse(instant);
  return shownIn(mine, moment) !== shownIn(theirs, moment);
}
