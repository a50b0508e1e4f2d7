import { Alert, Select } from '@mantine/core';
import { IconClockShare } from '@tabler/icons-react';
import { zoneCity } from '@/features/booking';
import { useTranslation } from '@/i18n/use-translation';

interface TimezoneFieldProps {
  value: string;
  /** The zone in force. */
  saved: string;
  error: string | undefined;
  onChange: (timezone: string) => void;
}

/** The zone of the hours, and what moves when another one is chosen (product.md 3.1). */
export function TimezoneField({ value, saved, error, onChange }: TimezoneFieldProps) {
  const { t } = useTranslation('schedule');
  const known = Intl.supportedValuesOf('timeZone');
  return (
    <div>
      <Select
        label={t('hours.timezone')}
        description={t('hours.timezoneHint')}
        data={known.includes(value) ? known : [value, ...known]}
        searchable
        limit={50}
        maw={360}
        value={value}
        error={error}
        onChange={(chosen) => onChange(chosen ?? value)}
      />
      <div role="status">
        {value === saved ? null : (
          <Alert mt="xs" color="orange" icon={<IconClockShare size={18} aria-hidden />}>
            {t('hours.timezoneMoves', { place: zoneCity(value) })}
          </Alert>
        )}
      </div>
    </div>
  );
}
