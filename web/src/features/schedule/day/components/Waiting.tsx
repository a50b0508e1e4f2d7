import { useId } from 'react';
import { UnstyledButton } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { schedulePath } from '@/routing';
import { Avatar } from '@/ui';
import { useTimeLeft } from '../../hooks/use-time-left';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import { RequestAnswer } from '../../responses/components/RequestAnswer';
import { serviceNames } from '../../service-names';
import classes from '../screens/Day.module.css';

/** How many are shown; a link leads to the others. */
const MOST_SHOWN = 5;

interface WaitingProps {
  /** Requests of clients, and appointments for which the other side proposes another time. */
  requests: readonly BookingData[];
  proposals: readonly BookingData[];
  onOpen: (orderId: string) => void;
}

/** What waits for the provider's answer: a request is answered in place, as in its alert (product.md 5.1). */
export function Waiting({ requests, proposals, onOpen }: WaitingProps) {
  const { t } = useTranslation('schedule');
  const titleId = useId();
  const count = requests.length + proposals.length;
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <h2 id={titleId}>
        {t('day.waiting')} {count > 0 ? <span className={classes.count}>{count}</span> : null}
      </h2>
      {count === 0 ? <p>{t('day.noneWaiting')}</p> : null}
      {count > 0 ? (
        <ul className={classes.waiting}>
          {proposals.slice(0, MOST_SHOWN).map((booking) => (
            <Waits key={booking.order_id} booking={booking} proposed onOpen={onOpen} />
          ))}
          {requests.slice(0, MOST_SHOWN).map((booking) => (
            <Waits key={booking.order_id} booking={booking} onOpen={onOpen} />
          ))}
        </ul>
      ) : null}
      {requests.length > MOST_SHOWN ? (
        <Link className={classes.all} to={schedulePath('pending_requests', 'order')}>
          {t('today.all')}
        </Link>
      ) : null}
    </section>
  );
}

function Waits({ booking, proposed = false, onOpen }: { booking: BookingData; proposed?: boolean; onOpen: (orderId: string) => void }) {
  const { t } = useTranslation('schedule');
  const timeLine = useTimeRangeText();
  const left = useTimeLeft(booking.answer_by);
  const nameId = useId();
  const name = booking.name || booking.guest_name;
  return (
    <li>
      <UnstyledButton className={classes.request} onClick={() => onOpen(booking.order_id)}>
        <Avatar name={name} src={booking.avatar} size={36} />
        <span>
          <b id={nameId}>{proposed ? t('times.asks', { name }) : name}</b>
          <small>
            {[timeLine(booking.provider_start_time, booking.provider_end_time), serviceNames(booking)].filter(Boolean).join(' · ')}
          </small>
          {left && !proposed ? <small>{t('expires', { left })}</small> : null}
        </span>
      </UnstyledButton>
      {proposed ? null : <RequestAnswer booking={booking} titleId={nameId} onAnswered={() => undefined} />}
    </li>
  );
}
