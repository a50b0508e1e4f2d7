import { describe, expect, it } from 'vitest';
import type { Alert } from '@/api';
import { groupByDay, mergeAlerts } from './model';

const alert = (notification_id: string, created_date = '2026-03-01T10:00:00', text = '') =>
  ({ notification_id, created_date, notification_text: text, status: 'active' }) as Alert;
const ids = (alerts: Alert[]) => alerts.map(({ notification_id }) => notification_id);

describe('the list of alerts', () => {
  it('holds one that grew once, where it is newest', () => {
    const list = mergeAlerts(
      [alert('2', undefined, '3 new comments'), alert('4')],
      [alert('4'), alert('3'), alert('2', undefined, '1 new comment'), alert('1')],
    );
    expect(ids(list)).toEqual(['2', '4', '3', '1']);
    expect(list[0]?.notification_text).toBe('3 new comments');
  });

  it('stands under days, and leaves out those without any', () => {
    const now = new Date('2026-03-01T12:00:00');
    const list = [
      alert('1', '2026-03-01T11:00:00'),
      alert('2', '2026-03-01T00:10:00'),
      alert('3', '2026-02-26T23:00:00'),
      alert('4', '2026-01-01T00:00:00'),
    ];
    expect(groupByDay(list, now).map(({ mark, alerts }) => [mark, ids(alerts)])).toEqual([
      ['today', ['1', '2']],
      ['earlier', ['3', '4']],
    ]);
  });
});
