import { describe, expect, it } from 'vitest';
import { inOrderOf, type AppointmentList } from './appointments';

const day = (date: string, due = '') => ({
  request_status: 'accepted',
  complete_status: 'pending',
  provider_start_time: `2026-12-${date}T09:00:00Z`,
  due_start_time: due && `2026-12-${due}T09:00:00Z`,
});
const asRequested = [day('07'), day('01', '20'), day('28'), day('30'), day('16')];
const datesOf = (list: AppointmentList) => inOrderOf(list, asRequested).map(({ provider_start_time }) => provider_start_time.slice(8, 10));

describe('the order of a list', () => {
  it('is that of the sessions that are due, the soonest first, of what is to come', () => {
    for (const list of ['upcoming_schedule', 'ongoing_appointments', 'overdue_appointments'] as const)
      expect(datesOf(list), list).toEqual(['07', '16', '01', '28', '30']);
  });

  it('is the latest session first, of what is over', () => {
    for (const list of ['pending_review', 'completed_requests', 'cancelled_requests', 'rejected_requests'] as const)
      expect(datesOf(list), list).toEqual(['30', '28', '01', '16', '07']);
  });

  it('is that of the requests where an answer is waited for', () => {
    expect(datesOf('pending_requests')).toEqual(['07', '01', '28', '30', '16']);
  });
});
