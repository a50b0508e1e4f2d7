import { useEffect, useRef } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { IconCalendarOff } from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { asFailure, listOf, type AppointmentList, type BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { schedulePath } from '@/routing';
import { EmptyState, QueryStates } from '@/ui';
import { useGetGuestBookingQuery } from '../../api';
import { BookingDetailDialog } from '../../responses/components/BookingDetailDialog';

interface OpenedBookingProps {
  orderId: string;
  /** The list that the page shows; a page without lists stays. */
  list?: AppointmentList;
  /** The bookings that are loaded. */
  shown: readonly BookingData[];
  onClose: () => void;
}

/**
 * The dialog of the booking that the address names, whatever its status is by now: one that is loaded, or an older one,
 * which is fetched by its id (product.md 4.16).
 */
export default function OpenedBooking({ orderId, list, shown, onClose }: OpenedBookingProps) {
  const { t } = useTranslation('schedule');
  const known = shown.find((booking) => booking.order_id === orderId);
  const query = useGetGuestBookingQuery(known ? skipToken : { orderId });
  const booking = known ?? query.currentData?.data.booking_data;
  useListOf(booking, list);
  const missing = query.isError && asFailure(query.error).kind === 'not_found';
  return (
    <BookingDetailDialog booking={booking} onClose={onClose}>
      {missing ? (
        <EmptyState
          icon={IconCalendarOff}
          action={
            <Button variant="light" onClick={onClose}>
              {t('missing.back')}
            </Button>
          }
        >
          {t('missing.text')}
        </EmptyState>
      ) : (
        <QueryStates query={query} skeleton={<Skeleton height={240} />}>
          {() => null}
        </QueryStates>
      )}
    </BookingDetailDialog>
  );
}

interface OpenedFromHere {
  dialogOpened?: boolean;
}

/** A link may name a list that has let the booking go since: leads to the one that holds it now, behind the dialog. */
function useListOf(booking: BookingData | undefined, list: AppointmentList | undefined): void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const fromHere = (state as OpenedFromHere | null)?.dialogOpened ?? false;
  const arrived = useRef(false);
  useEffect(() => {
    if (!booking || !list || arrived.current) return;
    // Once: an answer that is given in the dialog does not move the page behind it.
    arrived.current = true;
    const holding = listOf(booking, new Date());
    if (fromHere || holding === list) return;
    void navigate({ pathname: schedulePath(holding), search }, { replace: true, state: state as unknown, preventScrollReset: true });
  }, [booking, fromHere, list, navigate, search, state]);
}
