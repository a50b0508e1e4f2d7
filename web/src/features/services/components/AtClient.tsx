import { Anchor, Group, Select, Switch } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { CallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { useDurationText } from '@/ui';
import type { ServiceDraft } from '../model';

const MINUTES = [0, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240];

/** Whether the service is held at the client's, and how long the way is (product.md 3.14). */
export function AtClient({ form }: { form: CallForm<ServiceDraft> }) {
  const { t } = useTranslation('venues');
  const duration = useDurationText();
  const { iv_at_client: at, iv_delivery_mode: mode } = form.form.values;
  const { error, disabled } = form.field('iv_at_client');
  if (mode === 'remote') return null;
  const choices = (kept: string) =>
    [...new Set([...MINUTES, Number(kept)])]
      .sort((a, b) => a - b)
      .map((minutes) => ({ value: String(minutes), label: minutes ? duration(minutes) : t('visits.noTravel') }));
  return (
    <>
      <Switch
        label={t('visits.at')}
        description={
          at === 'yes' ? (
            <>
              {t('visits.atHint')}{' '}
              <Anchor component={Link} to={paths.appointmentBookingSettings} inherit>
                {t('visits.toArea')}
              </Anchor>
            </>
          ) : null
        }
        checked={at === 'yes'}
        error={error}
        disabled={disabled}
        onChange={(event) => form.form.setFieldValue('iv_at_client', event.currentTarget.checked ? 'yes' : 'no')}
      />
      {at === 'yes' ? (
        <Group grow align="start">
          {(['before', 'after'] as const).map((side) => (
            <Select
              key={side}
              label={t(`visits.${side}`)}
              data={choices(form.form.values[`iv_travel_${side}`])}
              {...form.field(`iv_travel_${side}`)}
            />
          ))}
        </Group>
      ) : null}
    </>
  );
}
