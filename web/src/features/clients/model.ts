import type { ClientOrder } from './api';

const open = ['pending', 'accepted', 'ongoing'];

/** The client's bookings: those still to come, the soonest first, and those that are over, the newest first. */
export function comingAndPast(orders: readonly ClientOrder[], now: Date): { coming: ClientOrder[]; past: ClientOrder[] } {
  const isComing = ({ request_status, starts_at }: ClientOrder) => request_status === 'ongoing' || (open.includes(request_status) && new Date(starts_at) > now);
  return { coming: orders.filter(isComing).reverse(), past: orders.filter((order) => !isComing(order)) };
}
