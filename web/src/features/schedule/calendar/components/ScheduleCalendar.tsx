import { Suspense, useState } from 'react';
import { Group, SegmentedControl, Skeleton, Stack, Switch } from '@mantine/core';
import { useSession, type BookingData } from '@/api';
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

/** The views of a phone, with the calendar's name of each; the list is one by day that a small screen has room for. */
const phoneViews = { list: '', day: 'timeGridDay', week: 'timeGridWeek', month: 'dayGridMonth' } as const;
type PhoneView = keyof typeof phoneViews;

/** The calendar of a wide screen; on a phone a list by day at first, and the same views (product.md 4.19). */
export default function ScheduleCalendar({ bookings, narrow, onOpen }: ScheduleCalendarProps) {
  const { t } = useTranslation('schedule');
  const big = useBigScreen();
  const [view, setView] = useState<PhoneView>('list');
  const [withOff, setWithOff] = useState(true);
  const [byService, setByService] = useState(false);
  const { serviceProvider } = useSession();
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
              onChange={(chosen) => setView(chosen as PhoneView)}
              data={Object.keys(phoneViews).map((value) => ({ value, label: t(`calendar.${value as PhoneView}`) }))}
            />
          )}
          <Group justify="space-between" gap="xs">
            <Switch label={t('calendar.withCancelled')} checked={withOff} onChange={(event) => setWithOff(event.currentTarget.checked)} />
            {serviceProvider ? (
              <Switch label={t('calendar.byService')} checked={byService} onChange={(event) => setByService(event.currentTarget.checked)} />
            ) : null}
            {diary ? <EnterButton onEnter={diary.onEnter} /> : null}
          </Group>
        </Stack>
      )}
      <Suspense fallback={<Skeleton height={asList ? 320 : 762} radius="lg" />}>
        {asList ? (
          <Agenda bookings={bookings} withOff={withOff} byService={byService} onOpen={onOpen} diary={diary} />
        ) : (
          <BookingCalendar
            bookings={bookings}
            narrow={narrow}
            withOff={withOff}
            byService={byService}
            key={big ? '' : view}
            chosenView={big ? undefined : phoneViews[view]}
            onOpen={onOpen}
            diary={diary}
            first={shown}
            onShown={setShown}
          />
        )}
      </Suspense>
      {diary?.dialog}
    </Stack>
  );
}
