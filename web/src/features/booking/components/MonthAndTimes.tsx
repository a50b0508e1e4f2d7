import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState } from '@/ui';
import type { ShownMonth } from '../hooks/use-slots';
import { DaysAndTimes, type DaysAndTimesProps } from './DaysAndTimes';
import { MonthPicker } from './MonthPicker';

interface MonthAndTimesProps extends DaysAndTimesProps {
  shown: ShownMonth;
  /** A button beside those that change the month. */
  otherLayout?: ReactNode;
  /** null after changing the month: the first open day of that month is then shown. */
  onDay: (date: string | null) => void;
}

/** A month and the free times of one of its days, side by side where there is space. */
export function MonthAndTimes({ shown, otherLayout, onDay, ...rest }: MonthAndTimesProps) {
  const turn = (by: number) => {
    onDay(null);
    shown.showMonth(by);
  };
  return (
    <DaysAndTimes
      {...rest}
      shown={shown}
      sideBySide
      calendar={
        <MonthPicker shown={shown} chosen={rest.date} onChoose={onDay} onMonth={turn}>
          {otherLayout}
        </MonthPicker>
      }
      empty={<NoneThisMonth shown={shown} onNext={() => turn(1)} />}
      onZone={(there) => onDay(there?.slice(0, 7) === shown.month.slice(0, 7) ? there : null)}
    />
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
