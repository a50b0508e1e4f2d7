import { Suspense, useState } from 'react';
import { Group, SegmentedControl, Skeleton, Stack, Switch } from '@mantine/core';
import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useBigScreen } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { EnterButton } from '../../diary/components/EnterButton';
import { useDiary } from '../../diary/hooks/use-diary';
import type { Shown } from './BookingCalendar';

const BookingCalendar = lazyPart(() => import('./BookingCalendar'));
const Agenda = lazyPart(() => import('./Agenda'));

interface ScheduleCalendarProps {
  bookings: readonly BookingData[];
  /** Whether it stands beside the list. */
  narrow: boolean;
  onOpen: (orderId: string) => void;
}

/** The calendar of a wide screen; on a phone a list by day, or the month (product.md 4.19). */
export default function ScheduleCalendar({ bookings, narrow, onOpen }: ScheduleCalendarProps) {
  const { t } = useTranslation('schedule');
  const big = useBigScreen();
  const [view, setView] = useState('list');
  const [withOff, setWithOff] = useState(false);
  // A window between the widths of a phone and a desk takes the calendar away, and brings it back as it was.
  const [shown, setShown] = useState<Shown | null>(null);
  const diary = useDiary();
  const asList = !big && view === 'list';
  return (
    <Stack gap="sm">
      {narrow ? null : (
        <Stack gap="xs">
          {big ? null : (
            <SegmentedControl
              aria-label={t('calendar.label')}
              value={view}
              onChange={setView}
              data={[
                { value: 'list', label: t('calendar.list') },
                { value: 'month', label: t('calendar.month') },
              ]}
            />
          )}
          <Group justify="space-between" gap="xs">
            <Switch label={t('calendar.withCancelled')} checked={withOff} onChange={(event) => setWithOff(event.currentTarget.checked)} />
            {diary ? <EnterButton onEnter={diary.onEnter} /> : null}
          </Group>
        </Stack>
      )}
      <Suspense fallback={<Skeleton height={asList ? 320 : 762} radius="lg" />}>
        {asList ? (
          <Agenda bookings={bookings} withOff={withOff} onOpen={onOpen} diary={diary} />
        ) : (
          <BookingCalendar
            bookings={bookings}
            narrow={narrow}
            withOff={withOff}
            onOpen={onOpen}
            diary={diary}
            first={big ? shown : null}
            onShown={setShown}
          />
        )}
      </Suspense>
      {diary?.dialog}
    </Stack>
  );
}
