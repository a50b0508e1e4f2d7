import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AccountData } from '@/api';
import { limitsOf } from '@/forms';
import { formatLocale } from '@/i18n/format-locale';
import { Duration, Money } from '@/ui';
import classes from '../BookingPanel.module.css';
import type { Booking } from '../use-booking';
import { BookingBar } from './BookingBar';
import { GuestBlock } from './GuestBlock';

interface CompletePreviewProps {
  booking: Booking;
  provider: AccountData;
}

/** Third view: the whole request once more, and who sends it. */
export function CompletePreview({ booking, provider }: CompletePreviewProps) {
  const { t } = useTranslation('booking');
  const { flow, session } = booking;
  return (
    <>
      <Summary booking={booking} provider={provider} />
      <Textarea
        label={t('brief', { name: provider.name })}
        value={flow.brief}
        maxLength={limitsOf('create_appointment_order', 'iv_brief').max}
        autosize
        minRows={2}
        maxRows={6}
        error={booking.failure?.iv_msg['iv_brief']}
        onChange={(event) => booking.step({ type: 'brief_typed', brief: event.currentTarget.value })}
      />
      {session.isAuthenticated ? (
        <BookingBar booking={booking}>
          <Button loading={booking.sending} onClick={() => void booking.send('').catch(() => undefined)}>
            {t('confirmBooking')}
          </Button>
        </BookingBar>
      ) : (
        <GuestBlock booking={booking} />
      )}
    </>
  );
}

function Summary({ booking, provider }: CompletePreviewProps) {
  const { t, i18n } = useTranslation('booking');
  const { chosen, totals, flow, mode, slots } = booking;
  const when = new Intl.DateTimeFormat(formatLocale(i18n.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: slots.timezone,
  });
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('summaryServices')}</dt>
        {chosen.map((service) => (
          <dd key={service.service_id} className={classes.line}>
            <span>
              {service.service} · <Duration minutes={service.duration} />
            </span>
            <Money amount={service.cost} currency={service.currency} />
          </dd>
        ))}
      </div>
      <div>
        <dt>{t('summaryWhen')}</dt>
        {flow.slots.map((slot) => (
          <dd key={slot.provider_start_time}>
            {when.formatRange(new Date(slot.provider_start_time), new Date(slot.provider_end_time))}
          </dd>
        ))}
      </div>
      <div>
        <dt>{t('summaryWhere')}</dt>
        <dd>{mode === 'in-person' ? provider.location_address : t('remoteWhere', { name: provider.name })}</dd>
      </div>
      <div className={classes.line}>
        <dt>{t('summaryTotal')}</dt>
        <dd className={classes.sum}>
          <Money amount={totals.cost} currency={chosen[0]?.currency ?? ''} />
        </dd>
      </div>
    </dl>
  );
}
