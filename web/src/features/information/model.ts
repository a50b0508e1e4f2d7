import type { TextKey } from '@/i18n/resources';

type Name = 'short' | 'keep' | 'guests' | 'why' | 'who' | 'device' | 'mails' | 'calendars' | 'staff' | 'howLong' | 'rights' | 'changes';

/** A chapter of the privacy policy. Its title and text are stored under its name; its list items are named here. */
export interface Chapter {
  name: Name;
  lines: readonly Extract<TextKey<'privacy'>, `${Name}.${string}`>[];
}

export const chapters: readonly Chapter[] = [
  { name: 'short', lines: ['short.sell', 'short.see', 'short.leave'] },
  {
    name: 'keep',
    lines: ['keep.account', 'keep.provider', 'keep.bookings', 'keep.posts', 'keep.messages', 'keep.taste', 'keep.reports', 'keep.logins'],
  },
  { name: 'guests', lines: [] },
  { name: 'why', lines: ['why.bookings', 'why.find', 'why.tell', 'why.safe'] },
  { name: 'who', lines: ['who.everybody', 'who.members', 'who.sides', 'who.self', 'who.helpers'] },
  { name: 'device', lines: ['device.login', 'device.choices', 'device.drafts', 'device.push'] },
  { name: 'mails', lines: [] },
  { name: 'calendars', lines: [] },
  { name: 'staff', lines: ['staff.reports', 'staff.verified', 'staff.log'] },
  {
    name: 'howLong',
    lines: ['howLong.account', 'howLong.bookings', 'howLong.logins', 'howLong.codes', 'howLong.mails', 'howLong.reports'],
  },
  { name: 'rights', lines: ['rights.see', 'rights.correct', 'rights.erase', 'rights.object', 'rights.complain'] },
  { name: 'changes', lines: [] },
];
