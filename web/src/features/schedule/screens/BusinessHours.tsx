import { useState, type FormEvent } from 'react';
import { Alert, Button, Group, Select, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  asFailure,
  useGetProviderAppointmentWindowQuery,
  useSession,
  useUpdateAppointmentWindowMutation,
  type AppointmentInfo,
} from '@/api';
import { Page, QueryStates, toast } from '@/ui';
import { copyDay, errorsOf, flatFrom, WEEKDAYS, weekFrom, type DayWindow, type Weekday } from '../hours';
import { DayEditor } from '../parts/DayEditor';
import { WeekOfSlots } from '../parts/WeekOfSlots';
import classes from './BusinessHours.module.css';

/** /appointment_booking_settings: when clients can book, and the slots that come out of it. */
export default function BusinessHours() {
  const { t } = useTranslation('schedule');
  const { ownerId } = useSession();
  const query = useGetProviderAppointmentWindowQuery(ownerId);
  return (
    <Page title={t('hours.title')} lead={t('hours.lead')}>
      <QueryStates query={query} skeleton={<Skeleton height={480} />}>
        {({ data }) => <HoursForm info={data.appointment_info} ownerId={ownerId} />}
      </QueryStates>
    </Page>
  );
}

function HoursForm({ info, ownerId }: { info: AppointmentInfo; ownerId: string }) {
  const { t } = useTranslation('schedule');
  const [week, setWeek] = useState(() => weekFrom(info));
  const [timezone, setTimezone] = useState(info.timezone);
  const [save, state] = useUpdateAppointmentWindowMutation();
  const failure = state.error ? asFailure(state.error) : null;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const answer = await save(flatFrom(week, timezone));
    if (!answer.error) toast.done(t('hours.saved'));
  }
  function change(day: Weekday, window: Partial<DayWindow>): void {
    setWeek({ ...week, [day]: { ...week[day], ...window } });
  }
  function copy(from: Weekday): void {
    setWeek(copyDay(week, from, WEEKDAYS.filter((day) => day !== from && week[day].status === 'open')));
  }

  return (
    <div className={classes.columns}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Select
            label={t('hours.timezone')}
            data={Intl.supportedValuesOf('timeZone')}
            searchable
            limit={50}
            maw={360}
            value={timezone}
            allowDeselect={false}
            error={failure?.iv_msg['iv_timezone']}
            onChange={(value) => setTimezone(value ?? timezone)}
          />
          {failure ? (
            <Alert color="red" variant="light" role="alert">
              {Object.keys(failure.iv_msg).length > 0 ? t('hours.failed') : failure.main_msg}
            </Alert>
          ) : null}
          {WEEKDAYS.map((day) => (
            <DayEditor
              key={day}
              day={day}
              window={week[day]}
              errors={errorsOf(day, failure?.iv_msg ?? {})}
              onChange={(window) => change(day, window)}
              onCopy={() => copy(day)}
            />
          ))}
          <Group>
            <Button type="submit" loading={state.isLoading}>
              {t('hours.save')}
            </Button>
          </Group>
        </Stack>
      </form>
      <section className={classes.result} aria-labelledby="coming-slots">
        <h2 id="coming-slots">{t('hours.result')}</h2>
        <WeekOfSlots providerId={ownerId} />
      </section>
    </div>
  );
}
