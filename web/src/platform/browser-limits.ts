import { ownTimezone } from './device';
import { isSiteDataBlocked } from './site-data';

/** What this browser lacks, as far as its user notices: it keeps nothing, or it does not say in which time zone it is. */
export type BrowserLimit = 'siteData' | 'timezone';

/** What this browser lacks. The first question for the time zone takes a phone a tenth of a second: not while a screen is made. */
export function browserLimits(): BrowserLimit[] {
  const limits: BrowserLimit[] = [];
  if (isSiteDataBlocked()) limits.push('siteData');
  if (!ownTimezone()) limits.push('timezone');
  return limits;
}
