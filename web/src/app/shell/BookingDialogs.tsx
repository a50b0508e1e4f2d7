import { lazy, Suspense } from 'react';
import { BookingDialog } from '@/features/provider';
import { bookingDialog, providerParam, useDialog, usePostParams } from '@/routing';

const PostOwnerBookingDialog = lazy(() => import('./PostOwnerBookingDialog'));

/** The booking dialog over any page: of the provider or of the post's owner that the address names. */
export function BookingDialogs() {
  const { opened, subject, close } = useDialog([bookingDialog], providerParam);
  const { booked } = usePostParams();
  return (
    <Suspense>
      {opened && subject ? <BookingDialog ownerId={subject} onClose={close} /> : null}
      {booked ? <PostOwnerBookingDialog postId={booked} /> : null}
    </Suspense>
  );
}
