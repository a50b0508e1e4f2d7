import type { BookingData } from '@/api';
import { openBeside } from '@/platform/browser';
import type { Response } from '../model';

/** The outcome of opening a remote session's meeting; 'none' when there is nothing to open. */
export type Meeting = 'none' | 'opened' | 'blocked' | 'failed';

/** Opens the meeting of a remote session that starts now (product.md 4.8). */
export async function openMeeting(booking: BookingData, response: Response): Promise<Meeting> {
  if (response !== 'ongoing' || booking.delivery_mode !== 'remote') return 'none';
  try {
    if (!URL.canParse(booking.delivery_location)) return 'failed';
    return (await openBeside(booking.delivery_location)) ? 'opened' : 'blocked';
  } catch {
    return 'failed';
  }
}
