import { parseJsonList, type BookingData } from '@/api';
import { tabStorage } from '@/platform/site-data';
import type { DeliveryMode } from './basket';
import { saveDraft, type Draft } from './draft';
import { emptyFlow } from './flow';

/** The draft that chooses what a former booking had: the same services, as far as they are still offered, in the same mode and at the same place. */
function draftLike(
  { services, delivery_mode, place_id }: Pick<BookingData, 'services' | 'delivery_mode' | 'place_id'>,
  brief: string,
): Draft {
  const serviceIds = parseJsonList<{ readonly service_id: string }>(services).map((service) => service.service_id);
  return {
    flow: { ...emptyFlow, serviceIds, mode: delivery_mode as DeliveryMode, placeId: place_id || null, brief },
    day: null,
    guest: { name: '', email: '' },
    guestToken: null,
  };
}

/** Lets the provider's page open with what this booking had, and with `brief`; `ownerId` is the viewer's, '' for a guest (product.md 4.3). */
export const bookLike = (booking: BookingData, ownerId: string, brief: string): void =>
  saveDraft(tabStorage, booking.provider_id, ownerId, draftLike(booking, brief));
