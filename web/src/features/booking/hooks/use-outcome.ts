import { useSession, whole, type AccountData } from '@/api';
import { useGetBookingInfoQuery } from '../api';
import { isKnownBy, outcomeOf, type Outcome } from '../at-once';
import type { Basket } from '../basket';

/** What sending the order will do. Own bookings are looked at only where that depends on them. */
export function useOutcome(provider: AccountData, basket: Basket): Outcome {
  const { isAuthenticated } = useSession();
  const asksWho = basket.chosen.some(({ confirmation }) => confirmation === 'known');
  const { currentData } = useGetBookingInfoQuery(whole, { skip: !isAuthenticated || !asksWho });
  return outcomeOf(basket, isKnownBy(currentData?.data.bookings_list.request ?? [], provider.owner_id), provider.has_meeting_link);
}
