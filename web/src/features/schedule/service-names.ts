import type { BookingData } from '@/api';
import { servicesOf } from './service-colours';

/** The names of a booking's services, in one line. */
export const serviceNames = (booking: Pick<BookingData, 'services'>): string =>
  servicesOf(booking)
    .map(({ service }) => service)
    .join(', ');
