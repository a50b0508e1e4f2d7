import { useState } from 'react';
import { SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { whole } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, Sheet, useNow } from '@/ui';
import { fieldsOf, newFields } from '../blocks';
import { chosenTime } from '../chosen-time';
import { useGetBookingInfoQuery } from '../../api';
import type { WarnedMove } from '../hooks/use-moves';
import { useShownBlocks } from '../hooks/use-shown-blocks';
import { BlockForm } from './BlockForm';
import { BookingForm } from './BookingForm';
import MoveBooking from './MoveBooking';
import { MoveForm } from './MoveForm';

interface DiaryDialogProps {
  dialog: 'enter' | 'blocked_time' | 'move';
  /** The id of a block, or what `chosenTime` reads. */
  subject: string;
  /** The move that breaks the provider's own rules. */
  warned: WarnedMove | null;
  onClose: () => void;
}

/** Enters an appointment or blocked time; changes a block or removes it (product.md 4.24, 4.25). */
export default function DiaryDialog({ dialog, subject, warned, onClose }: DiaryDialogProps) {
  const { t } = useTranslation('diary');
  const query = useShownBlocks();
  return (
    <Sheet opened onClose={onClose} title={t(titles[dialog])}>
      <QueryStates query={query} skeleton={<FormSkeleton />}>
        {({ data: { blocks, timezone } }) => {
          if (dialog === 'enter') return <NewEntry subject={subject} timezone={timezone} onDone={onClose} />;
          if (dialog === 'move') return <MoveWarned orderId={subject} timezone={timezone} warned={warned} onDone={onClose} />;
          const known = blocks.find(({ block_id }) => block_id === subject);
          return known ? (
            <BlockForm timezone={timezone} block={known} begins={fieldsOf(known)} onDone={onClose} />
          ) : (
            <p>{t('blocks.gone')}</p>
          );
        }}
      </QueryStates>
    </Sheet>
  );
}

const titles = { enter: 'enter', blocked_time: 'blocks.change', move: 'moving.title' } as const;

/** A time that breaks the provider's own rules, to be confirmed or changed. */
function MoveWarned({
  orderId,
  timezone,
  warned,
  onDone,
}: {
  orderId: string;
  timezone: string;
  warned: WarnedMove | null;
  onDone: () => void;
}) {
  const { t } = useTranslation('diary');
  const query = useGetBookingInfoQuery(whole);
  return (
    <QueryStates query={query} skeleton={<FormSkeleton />}>
      {({ data: { bookings_list } }) => {
        const booking = bookings_list.order.find(({ order_id }) => order_id === orderId);
        if (!booking) return <p>{t('moving.gone')}</p>;
        if (warned?.session.orderId !== orderId) return <MoveBooking booking={booking} onDone={onDone} onCancel={onDone} />;
        return (
          <MoveForm
            booking={booking}
            session={warned.session}
            timezone={timezone}
            warned={warned.messages}
            onDone={onDone}
            onCancel={onDone}
          />
        );
      }}
    </QueryStates>
  );
}

/** What is entered is chosen first: an appointment, or blocked time. */
function NewEntry({ subject, timezone, onDone }: { subject: string; timezone: string; onDone: () => void }) {
  const { t } = useTranslation('diary');
  const now = useNow();
  const [kind, setKind] = useState('booking');
  const [begins] = useState(() => chosenTime(subject, timezone, now));
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('kind')}
        value={kind}
        onChange={setKind}
        data={[
          { value: 'booking', label: t('booking.new') },
          { value: 'block', label: t('blocks.block') },
        ]}
      />
      {kind === 'booking' ? (
        <BookingForm timezone={timezone} begins={begins} onDone={onDone} />
      ) : (
        <BlockForm timezone={timezone} begins={newFields(begins)} onDone={onDone} />
      )}
    </Stack>
  );
}

function FormSkeleton() {
  return (
    <Stack gap="sm">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={56} radius="sm" />
      ))}
    </Stack>
  );
}
