import { Suspense } from 'react';
import { Skeleton } from '@mantine/core';
import type { BookingData } from '@/api';
import { lazyPart } from '@/ui/lazy-part';

const OrderAnswers = lazyPart(() => import('./OrderAnswers'));

/** The answers of a booking whose client was asked something. */
export function Answers({ booking }: { booking: BookingData }) {
  if (!booking.has_answers) return null;
  return (
    <Suspense fallback={<Skeleton height={80} mt="md" />}>
      <OrderAnswers booking={booking} />
    </Suspense>
  );
}
