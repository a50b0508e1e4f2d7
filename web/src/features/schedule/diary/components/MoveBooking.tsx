import { Skeleton } from '@mantine/core';
import type { BookingData } from '@/api';
import { QueryStates } from '@/ui';
import { sessionsOf } from '../../reschedule/proposal';
import { useShownBlocks } from '../hooks/use-shown-blocks';
import { MoveForm } from './MoveForm';

/** Moves the session of a booking that is due: the way without dragging. */
export default function MoveBooking({ booking, onDone, onCancel }: { booking: BookingData; onDone: () => void; onCancel: () => void }) {
  const query = useShownBlocks();
  const position = booking.due_position || 1;
  const due = sessionsOf(booking)[position - 1] ?? booking;
  const session = {
    id: '',
    orderId: booking.order_id,
    position,
    start: new Date(due.provider_start_time),
    end: new Date(due.provider_end_time),
  };
  return (
    <QueryStates query={query} skeleton={<Skeleton height={320} />}>
      {({ data: { timezone } }) => <MoveForm booking={booking} session={session} timezone={timezone} onDone={onDone} onCancel={onCancel} />}
    </QueryStates>
  );
}
