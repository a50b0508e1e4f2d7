import { useState } from 'react';
import { Button, Chip, Group, Input, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type CallForm, limitsOf } from '@/forms';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { useDurationText } from '@/ui';
import { ChoiceCard } from '@/ui/ChoiceCard';
import { wholeDays } from '@/ui/whole-days';
import { CONFIRMATIONS, WEEKDAYS, type Weekday, type ServiceDraft } from '../model';
import classes from './BookingRules.module.css';

const RULES = [
  'iv_buffer_before',
  'iv_buffer_after',
  'iv_minimum_notice',
  'iv_booking_horizon',
  'iv_most_per_day',
  'iv_most_per_week',
  'iv_offered_days',
  'iv_confirmation',
  'iv_free_cancellation_hours',
  'iv_late_cancellation',
  'iv_cancellation_words',
] as const;
const BUFFERS = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 240];
const NOTICES = [0, 60, 120, 240, 720, 1440, 2880, 4320, 10_080, 20_160, 43_200];
const HORIZONS = [1, 7, 14, 30, 60, 90, 180, 365, 730];
const DAY = 1440;

interface PartProps {
  form: CallForm<ServiceDraft>;
}

/** The rules by which the service is booked. Folded, unless one of them is refused. */
export function BookingRules({ form }: PartProps) {
  const { t } = useTranslation('services');
  const [unfolded, setUnfolded] = useState(false);
  const opened = unfolded || RULES.some((field) => form.form.errors[field]);
  return (
    <div>
      <Button
        variant="subtle"
        px="xs"
        aria-expanded={opened}
        rightSection={<IconChevronDown size={16} aria-hidden className={classes.mark} data-opened={opened || undefined} />}
        onClick={() => setUnfolded(!opened)}
      >
        {t('rules.title')}
      </Button>
      {opened ? (
        <Stack gap="sm" pt="xs" role="group" aria-label={t('rules.title')}>
          <Buffers form={form} />
          <NoticeAndHorizon form={form} />
          <Limits form={form} />
          <OfferedDays form={form} />
          <Confirmation form={form} />
          <CancellingFields form={form} />
        </Stack>
      ) : null}
    </div>
  );
}

/** The kept value is offered even if it is not one of the choices. */
const choicesWith = (usual: readonly number[], kept: string): number[] =>
  [...new Set([...usual, ...(kept === '' ? [] : [Number(kept)])])].sort((a, b) => a - b);

function useMinutesText(): (minutes: number) => string {
  const { t } = useTranslation('services');
  const duration = useDurationText();
  return (minutes) => {
    if (minutes === 0) return t('rules.none');
    return minutes % DAY === 0 ? t('rules.days', { count: minutes / DAY }) : duration(minutes);
  };
}

function Buffers({ form }: PartProps) {
  const { t } = useTranslation('services');
  const text = useMinutesText();
  return (
    <div className={classes.pair}>
      {(['before', 'after'] as const).map((side) => (
        <Select
          key={side}
          label={t(`rules.${side}`)}
          description={t('rules.bufferHint')}
          data={choicesWith(BUFFERS, form.form.values[`iv_buffer_${side}`]).map((minutes) => ({
            value: String(minutes),
            label: text(minutes),
          }))}
          {...form.field(`iv_buffer_${side}`)}
        />
      ))}
    </div>
  );
}

/** How soon and how far ahead it can be booked; both as the provider's hours say, unless chosen. */
function NoticeAndHorizon({ form }: PartProps) {
  const { t } = useTranslation('services');
  const text = useMinutesText();
  const { iv_minimum_notice: notice, iv_booking_horizon: horizon } = form.form.values;
  const asHours = { value: '', label: t('rules.asHours') };
  return (
    <div className={classes.pair}>
      <Select
        label={t('rules.notice')}
        description={t('rules.noticeHint')}
        data={[asHours, ...choicesWith(NOTICES, notice).map((minutes) => ({ value: String(minutes), label: text(minutes) }))]}
        {...form.field('iv_minimum_notice')}
      />
      <Select
        label={t('rules.horizon')}
        description={t('rules.horizonHint')}
        data={[
          asHours,
          ...choicesWith(HORIZONS, horizon).map((days) => ({ value: String(days), label: t('rules.days', { count: days }) })),
        ]}
        {...form.field('iv_booking_horizon')}
      />
    </div>
  );
}

function Limits({ form }: PartProps) {
  const { t } = useTranslation('services');
  return (
    <div className={classes.pair}>
      {(['day', 'week'] as const).map((span) => (
        <TextInput
          key={span}
          label={t(`rules.most.${span}`)}
          placeholder={t('rules.noLimit')}
          inputMode="numeric"
          {...form.field(`iv_most_per_${span}`)}
        />
      ))}
    </div>
  );
}

/** The weekdays on which it is offered; an empty list means every day. */
function OfferedDays({ form }: PartProps) {
  const { t, i18n } = useTranslation('services');
  const { value, error, disabled } = form.field('iv_offered_days');
  const format = dateTimeFormat(formatLocale(i18n.language), { weekday: 'short', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  const name = (index: number) => format.format(Date.UTC(2024, 0, index + 1));
  return (
    <Input.Wrapper label={t('rules.offered')} labelElement="div" description={t('rules.offeredHint')} error={error}>
      <Chip.Group multiple value={value as Weekday[]} onChange={(days) => form.form.setFieldValue('iv_offered_days', days as Weekday[])}>
        <Group gap="2xs" mt="2xs" role="group" aria-label={t('rules.offered')}>
          {WEEKDAYS.map((day, index) => (
            <Chip key={day} value={day} disabled={disabled} size="sm">
              {name(index)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

/** Who gets a time at once. */
function Confirmation({ form }: PartProps) {
  const { t } = useTranslation('services');
  const { value, error, onChange, disabled } = form.field('iv_confirmation');
  return (
    <Radio.Group label={t('rules.confirmation')} value={String(value)} error={error} onChange={onChange}>
      <Stack gap="xs" mt="2xs">
        {CONFIRMATIONS.map((kind) => (
          <ChoiceCard key={kind} value={kind} disabled={disabled} aria-label={t(`rules.${kind}.title`)}>
            <span className={classes.choice}>
              <strong>{t(`rules.${kind}.title`)}</strong>
              <small>{t(`rules.${kind}.details`)}</small>
            </span>
          </ChoiceCard>
        ))}
      </Stack>
    </Radio.Group>
  );
}

const HOURS = [0, 1, 2, 3, 6, 12, 24, 48, 72, 168, 336, 720];
const LATE = ['allowed', 'refused'] as const;

/** Until when clients cancel freely, and what counts after that (product.md 4.7). */
function CancellingFields({ form }: { form: CallForm<ServiceDraft> }) {
  const { t } = useTranslation('services');
  const { iv_free_cancellation_hours: kept, iv_late_cancellation: late } = form.form.values;
  const hours = [...new Set([...HOURS, ...(kept === '' ? [] : [Number(kept)])])].sort((a, b) => a - b);
  const ahead = (count: number, days: number | null) => (days ? t('cancelling.days', { count: days }) : t('cancelling.hours', { count }));
  const text = (count: number) => (count === 0 ? t('cancelling.toStart') : ahead(count, wholeDays(count)));
  return (
    <>
      <Select
        label={t('cancelling.free')}
        description={t('cancelling.freeHint')}
        data={[{ value: '', label: t('cancelling.none') }, ...hours.map((count) => ({ value: String(count), label: text(count) }))]}
        {...form.field('iv_free_cancellation_hours')}
      />
      {kept === '' ? null : (
        <Select
          label={t('cancelling.after')}
          data={LATE.map((value) => ({ value, label: t(`cancelling.${value}`) }))}
          {...form.field('iv_late_cancellation')}
        />
      )}
      {kept !== '' && late === 'allowed' ? (
        <Textarea
          label={t('cancelling.words')}
          description={t('cancelling.wordsHint', { max: limitsOf('update_account_services', 'iv_cancellation_words').max })}
          autosize
          minRows={2}
          maxRows={6}
          {...form.field('iv_cancellation_words')}
        />
      ) : null}
    </>
  );
}
