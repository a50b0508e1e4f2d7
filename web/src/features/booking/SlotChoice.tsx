import { useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useGetAvailableSlotsQuery } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { deviceTimezone } from '@/platform';
import { useWatchAvailability } from '@/realtime';
import { Empty, QueryStates } from '@/ui';
import { dateIn, monthAway, monthOf, type DayOfSlots, type Slot } from './days';
import { sameSlot } from './flow';
import { MonthPicker } from './parts/MonthPicker';
import { SlotPicker } from './parts/SlotPicker';

interface SlotChoiceProps {
  providerId: string;
  /** An order whose own time counts as free, and the mailed link's token where a guest moves it. */
  orderId: string;
  token?: string;
  chosen: readonly Slot[];
  onChange: (chosen: readonly Slot[]) => void;
}

/** The month and the free times of a provider, for an order that is to be moved. */
export function SlotChoice({ chosen, onChange, ...order }: SlotChoiceProps) {
  const { t, i18n } = useTranslation('booking');
  const month = useMonth(order);
  const [day, setDay] = useState<string | null>(null);
  const date = day ?? [...month.days.values()].find(({ slots }) => slots.length > 0)?.date ?? null;
  const lost = chosen.filter((slot) => month.isGone(slot));
  const toggle = (slot: Slot) => {
    const still = chosen.filter((other) => !lost.includes(other));
    const without = still.filter((other) => !sameSlot(other, slot));
    const now = without.length < still.length ? without : [...still, slot];
    onChange(now.sort((a, b) => a.provider_start_time.localeCompare(b.provider_start_time)));
  };
  const turn = (by: number) => {
    setDay(null);
    month.show(by);
  };
  const picker = {
    month: month.shown,
    today: month.today,
    days: month.days,
    openDays: new Set<string>(),
    chosen: date,
    loading: month.query.isFetching,
    isFirstMonth: month.isFirst,
    isLastMonth: false,
    onChoose: setDay,
    onMonth: turn,
  };
  const name = new Intl.DateTimeFormat(formatLocale(i18n.language), { month: 'long', timeZone: 'UTC' });
  return (
    <>
      <MonthPicker {...picker} />
      <QueryStates
        query={month.query}
        skeleton={<Skeleton height={96} mt="md" />}
        isEmpty={() => date === null}
        empty={
          <Empty
            icon={IconCalendarOff}
            action={
              <Button variant="light" onClick={() => turn(1)}>
                {t('lookAtNextMonth')}
              </Button>
            }
          >
            {t('noneThisMonth', { month: name.format(new Date(`${month.shown}T00:00:00Z`)) })}
          </Empty>
        }
      >
        {({ data }) =>
          date ? (
            <SlotPicker
              date={date}
              slots={month.days.get(date)?.slots ?? []}
              chosen={chosen}
              lost={lost}
              timezone={deviceTimezone()}
              providerTimezone={data.provider_timezone}
              onToggle={toggle}
            />
          ) : null
        }
      </QueryStates>
    </>
  );
}

/** The offered days of the shown month, kept fresh by the server while the screen is open. */
function useMonth({ providerId, orderId, token }: Pick<SlotChoiceProps, 'providerId' | 'orderId' | 'token'>) {
  const timezone = deviceTimezone();
  const today = dateIn(new Date(), timezone);
  const [shown, setShown] = useState(today);
  const { from, to } = monthOf(shown);
  useWatchAvailability(providerId);
  const query = useGetAvailableSlotsQuery({ providerId, from: from < today ? today : from, to, timezone, orderId, ...(token ? { token } : {}) });
  const days = new Map((query.currentData?.data.days ?? []).map((day): [string, DayOfSlots] => [day.date, day]));
  return {
    query,
    days,
    today,
    shown,
    isFirst: from <= today,
    show: (by: number) => setShown(monthAway(shown, by)),
    /** A slot of the shown month that is offered no more; of other months nothing is known. */
    isGone: (slot: Slot) => {
      const offered = days.get(dateIn(slot.provider_start_time, timezone));
      return offered !== undefined && !offered.slots.some((other) => sameSlot(other, slot));
    },
  };
}
