import { useState, type FormEvent } from 'react';
import { Skeleton, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { AccountData } from '@/api';
import { dateIn } from '@/features/booking';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, toast } from '@/ui';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { useGetAccountProfileQuery, useUpdateAwayMutation } from '../../api';
import { ClosedTimeDialog } from '../../closed-time/components/ClosedTimeDialog';
import { useClosedTime } from '../../closed-time/hooks/use-closed-time';
import { useReturn } from './OwnAway';

/** The switch of a provider's pause, with day and message (product.md 3.10). */
export function AwaySettings() {
  const { t } = useTranslation('schedule');
  const query = useGetAccountProfileQuery();
  return (
    <SettingsPanel title={t('away.title')} lead={t('away.lead')}>
      <QueryStates query={query} skeleton={<Skeleton height={24} width={160} />}>
        {({ data: { account_data: known } }) => (
          <AwaySwitch key={`${known.away} ${known.away_until} ${known.away_message}`} known={known} />
        )}
      </QueryStates>
    </SettingsPanel>
  );
}

/** Switching on opens the form, which is sent as a whole; switching off ends the pause. */
function AwaySwitch({ known }: { known: AccountData }) {
  const { t } = useTranslation('schedule');
  const [opened, setOpened] = useState(false);
  const { end, ending, problem } = useReturn();
  const on = known.away || opened;
  return (
    <>
      <Switch label={t('away.switch')} checked={on} disabled={ending} onChange={() => (known.away ? end() : setOpened(!opened))} />
      <FormProblem>{problem}</FormProblem>
      {on ? <AwayForm known={known} /> : null}
    </>
  );
}

function AwayForm({ known }: { known: AccountData }) {
  const { t } = useTranslation('schedule');
  const [update] = useUpdateAwayMutation();
  const closed = useClosedTime();
  const form = useCallForm({
    call: 'update_away',
    initial: { iv_away_until: known.away_until, iv_away_message: known.away_message },
    send: (fields) => update({ iv_away: 'yes', ...fields }).unwrap(),
    onDone: () => {
      toast.done(t('away.saved'));
      void closed.saved();
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const iv_away_until = form.form.values.iv_away_until || undefined;
    void closed.check({ iv_away: 'yes', iv_away_until }, () => form.formProps.onSubmit(event));
  }
  return (
    <form {...form.formProps} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          type="date"
          label={t('away.day')}
          description={t('away.dayHint')}
          min={tomorrowIn(known.timezone, new Date())}
          maw={260}
          {...form.field('iv_away_until')}
        />
        <Textarea label={t('away.message')} autosize minRows={2} maxRows={6} {...form.field('iv_away_message')} />
        <FormProblem>{form.problem}</FormProblem>
        <SubmitButton progress={closed.checking ? 'processing' : form.progress}>{t(known.away ? 'away.change' : 'away.save')}</SubmitButton>
      </Stack>
      <ClosedTimeDialog closed={closed} />
    </form>
  );
}

/** Tomorrow's date in a zone. */
function tomorrowIn(timezone: string, now: Date): string {
  const date = new Date(`${dateIn(now, timezone)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
