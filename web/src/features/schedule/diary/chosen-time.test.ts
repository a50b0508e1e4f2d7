import { expect, it } from 'vitest';
import { chosenTime, subjectOf } from './chosen-time';

const now = new Date('2027-01-05T09:20:00Z');
const chosen = (subject: string, timezone = 'UTC') => chosenTime(subject, timezone, now);

it('is a stretch of the calendar on the provider’s clock', () => {
  const subject = subjectOf(new Date('2027-01-06T08:30:00Z'), new Date('2027-01-06T10:00:00Z'));
  expect(chosen(subject)).toEqual({ date: '2027-01-06', from: '08:30', to: '10:00' });
  expect(chosen(subject, 'America/New_York')).toEqual({ date: '2027-01-06', from: '03:30', to: '05:00' });
});

it('is an hour where somebody tapped, and ends with its day', () => {
  const tapped = new Date('2027-01-06T14:00:00Z');
  expect(chosen(subjectOf(tapped, tapped))).toEqual({ date: '2027-01-06', from: '14:00', to: '15:00' });
  const late = new Date('2027-01-06T23:30:00Z');
  expect(chosen(subjectOf(late, late))).toEqual({ date: '2027-01-06', from: '23:30', to: '24:00' });
});

it('is the next full hour where no time was chosen, and nine on another day', () => {
  expect(chosen('')).toEqual({ date: '2027-01-05', from: '10:00', to: '11:00' });
  expect(chosen('2027-01-05')).toEqual({ date: '2027-01-05', from: '10:00', to: '11:00' });
  expect(chosen('2027-02-01')).toEqual({ date: '2027-02-01', from: '09:00', to: '10:00' });
  expect(chosenTime('', 'UTC', new Date('2027-01-05T23:20:00Z'))).toEqual({ date: '2027-01-06', from: '09:00', to: '10:00' });
  expect(chosen('nonsense~2027')).toEqual({ date: '2027-01-05', from: '10:00', to: '11:00' });
});

it('is left open where the browser lacks the provider’s zone: the time of another clock would be another one', () => {
  const open = { date: '', from: '', to: '' };
  const subject = subjectOf(new Date('2027-01-06T08:30:00Z'), new Date('2027-01-06T10:00:00Z'));
  for (const about of [subject, '2027-02-01', '']) expect(chosen(about, 'Bogus/Zone')).toEqual(open);
});
