import { Select, Switch, TextInput } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { useDurationText } from '@/ui';
import { SettingsPanel } from '@/ui/SettingsPanel';
import type { HoursEditor } from '../hooks/use-hours-editor';
import classes from '../screens/BusinessHours.module.css';

/** Minutes of notice and days ahead; 0 means no limit. */
const NOTICES = [0, 60, 120, 240, 720, 1440, 2880, 4320, 10_080, 20_160, 43_200];
const HORIZONS = [0, 7, 14, 30, 60, 90, 180, 365, 730];
/** Hours to answer a request in. */
const ANSWERS = [1, 2, 4, 8, 12, 24, 48, 72, 120, 168, 336];
const DAY = 1440;

/** The stored value is offered even if it is not one of the choices. */
const choicesWith = (usual: readonly number[], stored: string): number[] => [...new Set([...usual, Number(stored)])].sort((a, b) => a - b);

/** How soon, how far ahead and how often clients may book, and how long their requests wait for an answer. */
export function BookingRules({ hours }: { hours: HoursEditor }) {
  const { t } = useTranslation('schedule');
  const duration = useDurationText();
  const errors = hours.preview.errors;
  const noticeText = (minutes: number): string => {
    if (minutes === 0) return t('rules.noNotice');
    return minutes % DAY === 0 ? t('rules.days', { count: minutes / DAY }) : duration(minutes);
  };
  return (
    <SettingsPanel title={t('rules.title')}>
      <div className={classes.pair}>
        <Select
          label={t('rules.notice')}
          description={t('rules.noticeHint')}
          data={choicesWith(NOTICES, hours.notice).map((minutes) => ({ value: String(minutes), label: noticeText(minutes) }))}
          value={hours.notice}
          error={errors['iv_minimum_notice']}
          onChange={(chosen) => hours.setNotice(chosen ?? '0')}
        />
        <Select
          label={t('rules.horizon')}
          description={t('rules.horizonHint')}
          data={choicesWith(HORIZONS, hours.horizon).map((days) => ({
            value: String(days),
            label: days === 0 ? t('rules.noHorizon') : t('rules.days', { count: days }),
          }))}
          value={hours.horizon}
          error={errors['iv_booking_horizon']}
          onChange={(chosen) => hours.setHorizon(chosen ?? '0')}
        />
        <Select
          label={t('rules.answer')}
          description={t('rules.answerHint')}
          data={choicesWith(ANSWERS, hours.answerHours).map((hour) => ({ value: String(hour), label: noticeText(hour * 60) }))}
          value={hours.answerHours}
          error={errors['iv_answer_hours']}
          onChange={(chosen) => hours.setAnswerHours(chosen ?? '48')}
        />
      </div>
      <Limits hours={hours} />
    </SettingsPanel>
  );
}

/** How many sessions a day and a week may have, and whether strips of time too short for any service are avoided. */
function Limits({ hours }: { hours: HoursEditor }) {
  const { t } = useTranslation('schedule');
  const errors = hours.preview.errors;
  const flexible =
    Object.values(hours.week).some((day) => day.status === 'open' && day.type === 'flexible') ||
    hours.overrides.some(({ window }) => window.status === 'open' && window.type === 'flexible');
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t('rules.perDay')}
          description={t('rules.perDayHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={hours.mostPerDay}
          error={errors['iv_most_per_day']}
          onChange={(event) => hours.setMostPerDay(event.currentTarget.value.trim())}
        />
        <TextInput
          label={t('rules.perWeek')}
          description={t('rules.perDayHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={hours.mostPerWeek}
          error={errors['iv_most_per_week']}
          onChange={(event) => hours.setMostPerWeek(event.currentTarget.value.trim())}
        />
      </div>
      {flexible ? (
        <Switch
          mt="md"
          label={t('rules.keepGaps')}
          description={t('rules.keepGapsHint')}
          checked={hours.keepGaps}
          error={errors['iv_keep_gaps']}
          onChange={(event) => hours.setKeepGaps(event.currentTarget.checked)}
        />
      ) : null}
    </>
  );
}
