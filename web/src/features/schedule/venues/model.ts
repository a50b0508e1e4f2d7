import type { BookingData, CalendarFile, Side } from '@/api';

export interface ChangePlaceProps {
  booking: BookingData;
  onDone: (file: CalendarFile | null) => void;
  onCancel: () => void;
}

/** A map of the client's address, which only a tap asks for. */
export const mapOf = (address: string): string => `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`;

/** The parts of an address in one line, 'street, postcode city'; what can't be told apart stands in the street. */
export function addressParts(address: string) {
  const [, street = address, postcode = '', city = ''] = /^(.*), (\S+) ([^,]+)$/.exec(address) ?? [];
  return { iv_client_street: street, iv_client_postcode: postcode, iv_client_city: city };
}

/** Whether this side may give the appointment another place or link now (product.md 4.8). */
export function canChangePlace(booking: BookingData, side: Side, now: Date): boolean {
  return (
    (side === 'order' || booking.at_client === true) &&
    ['accepted', 'ongoing'].includes(booking.request_status) &&
    now < new Date(booking.provider_end_time)
  );
}
