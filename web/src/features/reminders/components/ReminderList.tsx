import { useState } from 'react';
import { ActionIcon, Button, Select, Switch } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { asFailure } from '@/api';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { useUpdateReminderPlanMutation, type Reminder } from '../api';
import { another, inUnits, MOST_REMINDERS, problemOf, timesWith } from '../model';
import classes from './Reminders.module.css';

/** When and by what both sides are reminded of each session. What is chosen takes effect when it is saved. */
export function ReminderList({ kept }: { kept: readonly Reminder[] }) {
  const { t } = useTranslation('reminders');
  const [reminders, setReminders] = useState(kept);
  const [save, { isLoading, error }] = useUpdateReminderPlanMutation();
  const failure = error ? asFailure(error) : null;
  const change = (index: number, over: Partial<Reminder>) =>
    setReminders(reminders.map((one, place) => (place === index ? { ...one, ...over } : one)));
  const isWrong = reminders.some((_, index) => problemOf(reminders, index));
  const isChanged = JSON.stringify(reminders) !== JSON.stringify(kept);
  async function send(): Promise<void> {
    const answer = await save({ iv_reminders: [...reminders] });
    if (!answer.error) toast.done(t('saved'));
  }
  return (
    <SettingsPanel title={t('when.title')} lead={t('when.lead')}>
      {reminders.length === 0 ? <p>{t('when.none')}</p> : null}
      <ul className={classes.list}>
        {reminders.map((reminder, index) => (
          <li key={index}>
            <ReminderRow
              reminder={reminder}
              number={index + 1}
              times={timesWith(kept)}
              problem={problemOf(reminders, index)}
              onChange={(over) => change(index, over)}
              onRemove={() => setReminders(reminders.filter((_, place) => place !== index))}
            />
          </li>
        ))}
      </ul>
      <FormProblem>{failure ? (failure.iv_msg['iv_reminders'] ?? failure.main_msg) : null}</FormProblem>
      <div className={classes.variables}>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={reminders.length >= MOST_REMINDERS}
          onClick={() => setReminders([...reminders, another(reminders)])}
        >
          {t('when.add')}
        </Button>
        <Button loading={isLoading} disabled={!isChanged || isWrong} onClick={() => void send()}>
          {t('save')}
        </Button>
      </div>
    </SettingsPanel>
  );
}

interface ReminderRowProps {
  reminder: Reminder;
  number: number;
  times: readonly number[];
  problem: ReturnType<typeof problemOf>;
  onChange: (over: Partial<Reminder>) => void;
  onRemove: () => void;
}

function ReminderRow({ reminder, number, times, problem, onChange, onRemove }: ReminderRowProps) {
  const { t } = useTranslation('reminders');
  const timeText = (minutes: number): string => {
    const { unit, count } = inUnits(minutes);
    return t(`before.${unit}`, { count });
  };
  return (
    <div className={classes.reminder}>
      <Select
        label={t('when.reminder', { number })}
        data={times.map((minutes) => ({ value: String(minutes), label: timeText(minutes) }))}
        value={String(reminder.minutes_ahead)}
        error={problem ? t(`when.${problem}`) : null}
        onChange={(chosen) => onChange({ minutes_ahead: Number(chosen) })}
      />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('when.remove', { number })} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      <div className={classes.channels} role="group" aria-label={t('when.byWhat', { number })}>
        <Switch label={t('mail')} checked={reminder.by_mail} onChange={(event) => onChange({ by_mail: event.currentTarget.checked })} />
        <Switch label={t('push')} checked={reminder.by_push} onChange={(event) => onChange({ by_push: event.currentTarget.checked })} />
      </div>
    </div>
  );
}
