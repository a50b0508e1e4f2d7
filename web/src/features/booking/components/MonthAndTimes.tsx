import type { ReactNode } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, QueryStates } from '@/ui';
import { dateIn, type Slot } from '../calendar-days';
import type { ZoneOwner } from '../hooks/use-shown-zone';
import type { ShownMonth } from '../hooks/use-slots';
import classes from './MonthAndTimes.module.css';
import { MonthPicker } from './MonthPicker';
import { SlotPicker } from './SlotPicker';
import { ZoneSwitch } from './ZoneSwitch';

interface MonthAndTimesProps {
  shown: ShownMonth;
  /** The day whose times are shown; null when the month has none. */
  date: string | null;
  chosen: readonly Slot[];
  /** The chosen slots that somebody else took. */
  lost: readonly Slot[];
  /** null after changing the month: the first open day of that month is then shown. */
  onDay: (date: string | null) => void;
  onToggle: (slot: Slot) => void;
  /** A note on the choice: after the times, or below the month where the two stand side by side. */
  children?: ReactNode;
}

/** A month and the free times of one of its days, side by side where there is space. */
export function MonthAndTimes({ shown, date, onDay, children, ...times }: MonthAndTimesProps) {
  const turn = (by: number) => {
    onDay(null);
    shown.showMonth(by);
  };
  /** Stays on the day whose times are shown, under its date in the other zone. */
  const showZone = (owner: ZoneOwner) => {
    const first = date ? shown.days.get(date)?.slots[0] : undefined;
    const there = first ? dateIn(first.provider_start_time, shown.zone[owner]) : date;
    onDay(there?.slice(0, 7) === shown.month.slice(0, 7) ? there : null);
    shown.zone.choose(owner);
  };
  const firsts = [...shown.days.values()].flatMap(({ slots }) => slots.slice(0, 1).map((slot) => slot.provider_start_time));
  return (
    <div className={classes.room}>
      <ZoneSwitch zone={shown.zone} instants={firsts} onChoose={showZone} />
      <div className={classes.both}>
        <MonthPicker shown={shown} chosen={date} onChoose={onDay} onMonth={turn} />
        <div className={classes.times}>
          <QueryStates
            query={shown.query}
            skeleton={<Skeleton height={96} />}
            isEmpty={() => date === null}
            empty={<NoneThisMonth shown={shown} onNext={() => turn(1)} />}
          >
            {() =>
              date ? <SlotPicker {...times} date={date} slots={shown.days.get(date)?.slots ?? []} zone={shown.zone} /> : null
            }
          </QueryStates>
        </div>
        {children ? <div className={classes.choice}>{children}</div> : null}
      </div>
    </div>
  );
}

/** Says that the month has no free time, and links to the next month. */
function NoneThisMonth({ shown, onNext }: { shown: ShownMonth; onNext: () => void }) {
  const { t, i18n } = useTranslation('booking');
  const name = dateTimeFormat(formatLocale(i18n.language), { month: 'long', timeZone: 'UTC' });
  const next = (
    <Button variant="light" onClick={onNext}>
      {t('lookAtNextMonth')}
    </Button>
  );
  return (
    <EmptyState icon={IconCalendarOff} action={shown.isLastMonth ? null : next}>
      {t('noneThisMonth', { month: name.format(new Date(`${shown.month}T00:00:00Z`)) })}
    </EmptyState>
  );
}
