import { useState } from 'react';
import { ActionIcon, Skeleton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  asFailure,
  useCheckExternalCalendarMutation,
  useGetExternalCalendarsQuery,
  useRemoveExternalCalendarMutation,
  type ExternalCalendar,
} from '@/api';
import { QueryStates, TimeAgo, toast } from '@/ui';
import { AddCalendar } from './AddCalendar';
import { Card } from './Card';
import classes from './Card.module.css';
import { Confirm } from './Confirm';

/** A provider's other calendars: what is busy there is not offered here. */
export function ExternalCalendars() {
  const { t } = useTranslation('calendars');
  const query = useGetExternalCalendarsQuery();
  return (
    <Card title={t('external.title')} lead={t('external.lead')}>
      <QueryStates
        query={query}
        skeleton={<Skeleton height={64} />}
        isEmpty={({ data }) => data.calendars.length === 0}
        empty={<p className={classes.none}>{t('external.none')}</p>}
      >
        {({ data }) => (
          <ul className={classes.list}>
            {data.calendars.map((calendar) => (
              <Calendar key={calendar.calendar_id} calendar={calendar} />
            ))}
          </ul>
        )}
      </QueryStates>
      <AddCalendar />
    </Card>
  );
}

function Calendar({ calendar }: { calendar: ExternalCalendar }) {
  const { t } = useTranslation('calendars');
  const { calendar_id: iv_calendar_id, name, status } = calendar;
  const [asked, setAsked] = useState(false);
  const [check, { isLoading: checking }] = useCheckExternalCalendarMutation();
  const [remove, { isLoading: removing }] = useRemoveExternalCalendarMutation();
  const failed = (error: unknown) => toast.failed(asFailure(error).main_msg);
  const working = status === 'working';
  return (
    <li className={classes.calendar}>
      <span className={classes.words}>
        <b>{name}</b>
        <span dir="ltr">{calendar.address}</span>
        {working ? (
          <span>
            {t('external.busy', { count: calendar.busy_periods })} · {t('external.checked')} <TimeAgo instant={calendar.checked_at} />
          </span>
        ) : (
          <span className={classes.failure}>{calendar.failure}</span>
        )}
      </span>
      <span className={classes.state} data-state={status}>
        {working ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
        {t(`external.${status}`)}
      </span>
      <ActionIcon
        size="lg"
        loading={checking}
        aria-label={t('external.check', { name })}
        title={t('external.check', { name })}
        onClick={() => void check({ iv_calendar_id }).unwrap().catch(failed)}
      >
        <IconRefresh size={18} />
      </ActionIcon>
      <ActionIcon size="lg" aria-label={t('external.remove', { name })} title={t('external.remove', { name })} onClick={() => setAsked(true)}>
        <IconTrash size={18} />
      </ActionIcon>
      {asked ? (
        <Confirm
          title={t('external.remove', { name })}
          action={t('external.removeDo')}
          waits={removing}
          onConfirm={() => void remove({ iv_calendar_id }).unwrap().then(() => toast.done(t('external.removed')), failed)}
          onClose={() => setAsked(false)}
        >
          {t('external.removeConfirm')}
        </Confirm>
      ) : null}
    </li>
  );
}
