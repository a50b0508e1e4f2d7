import { TextInput, UnstyledButton } from '@mantine/core';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';
import { dayText } from '../hooks/use-filter-labels';
import classes from './Filters.module.css';

interface DayChoiceProps {
  value: string;
  onChoose: (value: string) => void;
}

/** How many days are offered as buttons; later ones are typed. */
const offered = 6;

/** The day that needs a free slot, on the viewer's clock. */
export function DayChoice({ value, onChoose }: DayChoiceProps) {
  const { t, i18n } = useTranslation('search');
  const today = dateTimeFormat('en-CA', { timeZone: deviceTimezone(), dateStyle: 'short' }).format(new Date());
  const after = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const name = (date: string, days: number) =>
    days === 0 ? t('dayToday') : days === 1 ? t('dayTomorrow') : dayText(date, formatLocale(i18n.language));
  return (
    <div className={classes.form}>
      <div className={classes.days}>
        {Array.from({ length: offered }, (_, days) => after(days)).map((date, days) => (
          <UnstyledButton
            key={date}
            className={classes.day}
            aria-pressed={date === value}
            onClick={() => onChoose(date === value ? '' : date)}
          >
            {name(date, days)}
          </UnstyledButton>
        ))}
      </div>
      <TextInput
        type="date"
        label={t('otherDay')}
        min={today}
        defaultValue={value}
        onChange={(event) => {
          const date = event.currentTarget.value;
          if (date >= today) onChoose(date);
        }}
      />
    </div>
  );
}
