import { useState } from 'react';
import { ActionIcon, Button, Skeleton, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { asFailure, type ExternalCalendar } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { listFormat } from '@/i18n/intl-words';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, TimeAgo, toast } from '@/ui';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { FormProblem, useCallForm } from '@/forms';
import {
  useAddExternalCalendarMutation,
  useCheckExternalCalendarMutation,
  useGetExternalCalendarsQuery,
  useRemoveExternalCalendarMutation,
} from '../api';
import classes from './Calendars.module.css';

/** A provider's external calendars. Their busy times are not offered for booking. */
export function ExternalCalendars() {
  const { t } = useTranslation('calendars');
  const query = useGetExternalCalendarsQuery();
  return (
    <SettingsPanel title={t('external.title')} lead={t('external.lead')}>
      <QueryStates
        query={query}
        skeleton={<Skeleton height={64} />}
        isEmpty={({ data }) => data.calendars.length === 0}
        empty={<p className={classes.none}>{t('external.none')}</p>}
      >
        {({ data }) => (
          <ul className={classes.list}>
            {data.calendars.map((calendar) => (
              <CalendarRow key={calendar.calendar_id} calendar={calendar} />
            ))}
          </ul>
        )}
      </QueryStates>
      <AddCalendar />
    </SettingsPanel>
  );
}

function CalendarRow({ calendar }: { calendar: ExternalCalendar }) {
  return (
    <li className={classes.calendar}>
      <CalendarDetails calendar={calendar} />
      {calendar.status === 'switched_off' ? <SwitchOnButton calendar={calendar} /> : <SyncButton calendar={calendar} />}
      <RemoveButton calendar={calendar} />
    </li>
  );
}

/** The calendar's name and address, its last sync, and any problem. */
function CalendarDetails({ calendar }: { calendar: ExternalCalendar }) {
  const { t } = useTranslation('calendars');
  const working = calendar.status === 'working';
  return (
    <>
      <span className={classes.text}>
        <b>{calendar.name}</b>
        <span dir="ltr">{calendar.address}</span>
        {working ? (
          <span>
            {t('external.busy', { count: calendar.busy_periods })} · {t('external.checked')} <TimeAgo instant={calendar.checked_at} />
          </span>
        ) : (
          <span className={classes.failure}>{calendar.status === 'switched_off' ? t('external.whySwitchedOff') : calendar.failure}</span>
        )}
        <UnreadEntries calendar={calendar} />
      </span>
      <span className={classes.state} data-state={calendar.status}>
        {working ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
        {t(`external.${calendar.status}`)}
      </span>
    </>
  );
}

/** What of the calendar could not be read, and what that means for the provider's time. */
function UnreadEntries({ calendar }: { calendar: ExternalCalendar }) {
  const { t, i18n } = useTranslation('calendars');
  const zones = calendar.unknown_zones;
  return (
    <>
      {calendar.entries_in_doubt > 0 && (
        <span className={classes.failure}>{t('external.inDoubt', { count: calendar.entries_in_doubt })}</span>
      )}
      {calendar.entries_left_out > 0 && (
        <span className={classes.failure}>{t('external.leftOut', { count: calendar.entries_left_out })}</span>
      )}
      {zones.length > 0 && (
        <span className={classes.failure}>
          {t('external.unknownZones', { count: zones.length, zones: listFormat(formatLocale(i18n.language)).format(zones) })}
        </span>
      )}
    </>
  );
}

const failed = (error: unknown) => toast.failed(asFailure(error).main_msg);

/** Syncs the calendar now. */
function SyncButton({ calendar: { calendar_id: iv_calendar_id, name } }: { calendar: ExternalCalendar }) {
  const { t } = useTranslation('calendars');
  const [check, { isLoading }] = useCheckExternalCalendarMutation();
  const label = t('external.check', { name });
  return (
    <ActionIcon
      size="lg"
      loading={isLoading}
      aria-label={label}
      title={label}
      onClick={() => void check({ iv_calendar_id }).unwrap().catch(failed)}
    >
      <IconRefresh size={18} />
    </ActionIcon>
  );
}

/** Has a calendar read again that ended its readers. */
function SwitchOnButton({ calendar: { calendar_id: iv_calendar_id } }: { calendar: ExternalCalendar }) {
  const { t } = useTranslation('calendars');
  const [check, { isLoading }] = useCheckExternalCalendarMutation();
  return (
    <Button variant="light" size="compact-md" loading={isLoading} onClick={() => void check({ iv_calendar_id }).unwrap().catch(failed)}>
      {t('external.switchOn')}
    </Button>
  );
}

/** Removes the calendar after a confirmation. */
function RemoveButton({ calendar: { calendar_id: iv_calendar_id, name } }: { calendar: ExternalCalendar }) {
  const { t } = useTranslation('calendars');
  const [confirming, setConfirming] = useState(false);
  const [remove, { isLoading }] = useRemoveExternalCalendarMutation();
  const label = t('external.remove', { name });
  return (
    <>
      <ActionIcon size="lg" aria-label={label} title={label} onClick={() => setConfirming(true)}>
        <IconTrash size={18} />
      </ActionIcon>
      {confirming ? (
        <ConfirmDialog
          title={label}
          action={t('external.removeDo')}
          waits={isLoading}
          onConfirm={() =>
            void remove({ iv_calendar_id })
              .unwrap()
              .then(() => toast.done(t('external.removed')), failed)
          }
          onClose={() => setConfirming(false)}
        >
          {t('external.removeConfirm')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

const emptyForm = { iv_name: '', iv_url: '' };

/** Adds an external calendar by its secret address. The server reads it at once and reports problems beside the address field. */
function AddCalendar() {
  const { t } = useTranslation('calendars');
  const [add] = useAddExternalCalendarMutation();
  const form = useCallForm({
    call: 'add_external_calendar',
    initial: emptyForm,
    send: (values) => add(values).unwrap(),
    onDone: () => {
      toast.done(t('external.added'));
      form.form.setValues(emptyForm);
      form.restart();
    },
  });
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <div className={classes.form}>
        <TextInput label={t('external.name')} placeholder={t('external.nameExample')} {...form.field('iv_name')} />
        <TextInput
          label={t('external.url')}
          placeholder="https://…/basic.ics"
          type="url"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          {...form.field('iv_url')}
        />
      </div>
      <Button type="submit" mt="sm" variant="light" leftSection={<IconPlus size={16} />} loading={form.progress === 'processing'}>
        {t('external.add')}
      </Button>
    </form>
  );
}
