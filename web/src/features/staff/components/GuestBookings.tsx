import { useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { useDialog } from '@/routing';
import { QueryStates } from '@/ui';
import { StatusChip } from '@/ui/StatusChip';
import { useGuestBookingsQuery, useStaffEndGuestLinkMutation, type GuestBooking } from '../api';
import { useInstantLabel } from '../hooks/use-labels';
import cardClasses from './Card.module.css';
import { ReasonDialog } from './ReasonDialog';
import rowClasses from './ReportRows.module.css';

/** The bookings of a guest who asks the staff. The log keeps that somebody looked, so it waits for a press. */
export function GuestBookings({ email }: { email: string }) {
  const { t } = useTranslation('staff');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={cardClasses.card} aria-label={t('guestBookings.title')}>
      <h2>{t('guestBookings.title')}</h2>
      {isOpen ? (
        <FoundBookings email={email} />
      ) : (
        <>
          <p className={cardClasses.quiet}>{t('guestBookings.lead')}</p>
          <Button variant="default" mt="sm" onClick={() => setOpen(true)}>
            {t('guestBookings.find')}
          </Button>
        </>
      )}
    </section>
  );
}

function FoundBookings({ email }: { email: string }) {
  const { t } = useTranslation('staff');
  const query = useGuestBookingsQuery(email, { refetchOnMountOrArgChange: true });
  const { opened, subject, open, close } = useDialog(['end_link'], 'order');
  return (
    <QueryStates
      query={query}
      skeleton={<Skeleton height={88} radius="lg" />}
      isEmpty={({ bookings }) => bookings.length === 0}
      empty={<p className={cardClasses.quiet}>{t('guestBookings.none')}</p>}
    >
      {({ bookings }) => (
        <>
          <ul className={rowClasses.rows}>
            {bookings.map((booking) => (
              <BookingRow key={booking.order_id} booking={booking} onEnd={() => open('end_link', booking.order_id)} />
            ))}
          </ul>
          {opened && bookings.some(({ order_id }) => order_id === subject) ? (
            <EndLinkDialog orderId={subject ?? ''} onClose={close} />
          ) : null}
        </>
      )}
    </QueryStates>
  );
}

function BookingRow({
  booking: { request_status, services, provider_name, starts_at },
  onEnd,
}: {
  booking: GuestBooking;
  onEnd: () => void;
}) {
  const { t } = useTranslation('staff');
  const instant = useInstantLabel();
  return (
    <li className={rowClasses.row} data-wraps>
      <span className={rowClasses.what}>
        <strong>
          {services.join(', ') || t('thing.appointments')} <StatusChip status={request_status} />
        </strong>
        <span>
          {provider_name || t('goneAccount')} · {instant(starts_at)}
        </span>
      </span>
      <Button variant="light" color="red" onClick={onEnd}>
        {t('guestBookings.end')}
      </Button>
    </li>
  );
}

function EndLinkDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const [endLink] = useStaffEndGuestLinkMutation();
  return (
    <ReasonDialog
      call="staff_end_guest_link"
      title={t('guestBookings.end')}
      text={t('guestBookings.endText')}
      submit={t('guestBookings.end')}
      done={t('guestBookings.ended')}
      danger
      readBy="log"
      send={(iv_note) => endLink({ iv_order_id: orderId, iv_note }).unwrap()}
      onClose={onClose}
    />
  );
}
