import { Radio, Stack, TextInput } from '@mantine/core';
import { zoneCity } from '@/features/booking';
import { useTranslation } from '@/i18n/use-translation';
import { useNow } from '@/ui';
import { ChoiceCard } from '@/ui/ChoiceCard';
import type { Composer } from '../hooks/use-composer';
import { audiences, matureChoices, postTypes } from '../options';
import { scheduleBounds } from '../publish-time';
import classes from './Composer.module.css';

interface PreferencesStepProps {
  composer: Composer;
  timezone: string;
}

/** The step with publication time and audience. */
export function PreferencesStep({ composer, timezone }: PreferencesStepProps) {
  const { t } = useTranslation('post');
  const { form, field, progress } = composer;
  const busy = progress === 'processing';
  const choices = <F extends 'iv_post_active' | 'iv_access' | 'iv_mature_content'>(name: F) => ({
    value: form.values[name],
    error: form.errors[name],
    disabled: busy,
    onChange: (value: string) => form.setFieldValue(name, value as never),
  });
  const offered = <T extends string>(group: 'type' | 'access' | 'mature', values: readonly T[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}` as 'type.now'), hint: t(`${group}Hint.${value}` as 'typeHint.now') }));
  return (
    <Stack gap="lg">
      <OptionGroup label={t('typeLabel')} offered={offered('type', postTypes)} {...choices('iv_post_active')} />
      {form.values.iv_post_active === 'schedule' ? <PublicationTimeField field={field('iv_post_date')} timezone={timezone} /> : null}
      <OptionGroup label={t('accessLabel')} offered={offered('access', audiences)} {...choices('iv_access')} />
      <OptionGroup label={t('matureLabel')} offered={offered('mature', matureChoices)} {...choices('iv_mature_content')} />
    </Stack>
  );
}

/** The publication date and time, on the account's clock. */
function PublicationTimeField({ field, timezone }: { field: ReturnType<Composer['field']>; timezone: string }) {
  const { t } = useTranslation('post');
  const now = useNow();
  return (
    <TextInput
      {...field}
      {...scheduleBounds(now, timezone)}
      type="datetime-local"
      label={t('when')}
      description={t('inZone', { place: zoneCity(timezone), zone: timezone })}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      aria-required
    />
  );
}

interface OptionGroupProps {
  label: string;
  offered: { value: string; label: string; hint: string }[];
  value: string;
  error: React.ReactNode;
  disabled: boolean;
  onChange: (value: string) => void;
}

function OptionGroup({ offered, disabled, ...group }: OptionGroupProps) {
  return (
    <Radio.Group {...group} classNames={{ label: classes.legend }}>
      <div className={classes.choices} data-count={offered.length}>
        {offered.map(({ value, label, hint }) => (
          <ChoiceCard key={value} value={value} disabled={disabled} aria-label={label}>
            <span className={classes.choice}>
              <strong>{label}</strong>
              <small>{hint}</small>
            </span>
          </ChoiceCard>
        ))}
      </div>
    </Radio.Group>
  );
}
