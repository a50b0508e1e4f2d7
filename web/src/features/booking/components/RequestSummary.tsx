import { Anchor, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { AccountData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { Duration, Price, useNow } from '@/ui';
import { phoneText } from '@/ui/phone';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { type CancellationTerms, CancellationTermsText } from '@/ui/CancellationTerms';
import type { Booking } from '../hooks/use-booking';
import { addressOf, addressText } from '../places';
import classes from './BookingPanel.module.css';
import { PaymentTerms } from './PaymentTerms';
import { SessionTimes } from './SessionTimes';
import { type OfferedService, termsOf } from '../basket';
import type { ShownZone } from '../hooks/use-shown-zone';
import type { Run } from '../runs';

interface RequestSummaryProps {
  booking: Booking;
  provider: AccountData;
  /** Leads back to the services; absent once the request is sent. */
  onEdit?: () => void;
}

/** What is or was booked: services, times, place, total, and how it is paid. */
export function RequestSummary({ booking, provider, onEdit }: RequestSummaryProps) {
  const { t } = useTranslation('booking');
  const { chosen, totals, spans, mode, slots } = booking;
  const phone = booking.placed?.contact_phone || phoneText(provider.contact_phone);
  return (
    <dl className={classes.facts}>
      <ChosenServices chosen={chosen} onEdit={onEdit} />
      <div>
        <dt>{t('summaryWhen')}</dt>
        <dd>
          <SessionTimes spans={spans} zone={slots.zone} />
        </dd>
      </div>
      <div>
        <dt>{t('summaryWhere')}</dt>
        <dd>
          {booking.intake.visit ? (
            <bdi>{booking.placed?.delivery_location || addressText(booking.flow.address) || t('visit.atYours')}</bdi>
          ) : mode === 'in-person' ? (
            <Street provider={provider} booking={booking} />
          ) : (
            t('remoteWhere', { name: provider.name })
          )}
        </dd>
      </div>
      {phone ? (
        <div>
          <dt>{t('summaryPhone')}</dt>
          <dd>
            <Anchor href={`tel:${phone}`} dir="ltr">
              {phone}
            </Anchor>
          </dd>
        </div>
      ) : null}
      <div className={classes.line}>
        <dt>{t('summaryTotal')}</dt>
        <dd className={classes.sum}>
          <Price of={{ ...totals, currency: chosen[0]?.currency ?? '' }} />
        </dd>
      </div>
      {totals.cost > 0 || totals.price_kind === 'on_request' ? (
        <div>
          <dt>{t('summaryPayment')}</dt>
          <dd>
            <PaymentTerms providerId={provider.owner_id} />
          </dd>
        </div>
      ) : null}
      <CancellingTerms services={chosen} spans={spans} zone={slots.zone} />
    </dl>
  );
}

/** The provider's street, or when it is shown (product.md 4.8). */
function Street({ provider, booking: { placed, place } }: { provider: AccountData; booking: Booking }) {
  const { t } = useTranslation('booking');
  const known = placed?.delivery_location || (place ? place.street && addressOf(place) : provider.location_address);
  if (known) {
    return (
      <>
        {place ? <bdi>{place.name}, </bdi> : null}
        <bdi>{known}</bdi>
      </>
    );
  }
  if (place) return <bdi>{[place.name, place.city].join(', ')}</bdi>;
  return t(provider.street_shown_to === 'nobody' ? 'whereOnAccept' : 'whereAfterBooking', { name: provider.name });
}

/** The services with time and price, and the link back to them. */
function ChosenServices({ chosen, onEdit }: { chosen: Booking['chosen']; onEdit: RequestSummaryProps['onEdit'] | undefined }) {
  const { t } = useTranslation('booking');
  return (
    <div>
      <dt className={classes.line}>
        {t('summaryServices')}
        {onEdit ? (
          <Button variant="subtle" size="compact-sm" leftSection={<IconPencil size={14} aria-hidden />} onClick={onEdit}>
            {t('edit')}
          </Button>
        ) : null}
      </dt>
      {chosen.map((service) => (
        <dd key={service.service_id} className={classes.line}>
          <span>
            {service.service} · <Duration minutes={service.duration} />
            {service.brief ? <bdi className={classes.brief}>{service.brief}</bdi> : null}
          </span>
          <Price of={service} />
        </dd>
      ))}
    </div>
  );
}

const HOUR = 3_600_000;

interface CancellingTermsProps {
  services: readonly OfferedService[];
  spans: readonly Run[];
  zone: ShownZone;
}

/** The terms for cancelling of the chosen services, each once, with the time until which it is free while that is to come (product.md 4.7). */
function CancellingTerms({ services, spans, zone }: CancellingTermsProps) {
  const { t, i18n } = useTranslation('ui');
  const now = useNow().getTime();
  const each = termsOf(services);
  const start = Math.min(...spans.flatMap((span) => span.map((slot) => Date.parse(slot.provider_start_time))));
  const format = dateTimeFormat(formatLocale(i18n.language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone.timezone,
  });
  /** Until when it is free, while that is to come. */
  const until = ({ free_hours }: CancellationTerms) => {
    const end = start - free_hours * HOUR;
    return Number.isFinite(end) && end > now ? { freeUntil: format.format(end) } : {};
  };
  if (each.length === 0) return null;
  return (
    <div>
      <dt>{t('cancelling.title')}</dt>
      {each.map((terms) => (
        <dd key={JSON.stringify(terms)}>
          <CancellationTermsText terms={terms} {...until(terms)} />
        </dd>
      ))}
    </div>
  );
}
