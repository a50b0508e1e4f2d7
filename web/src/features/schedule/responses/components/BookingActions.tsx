import { Suspense, useState, useEffect, type ReactNode } from 'react';
import { Button, Rating, Skeleton } from '@mantine/core';
import { IconArrowsMove, IconCalendarTime, IconCircleCheck, IconMapPin } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import type { BookingData, CalendarFile, Side } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useChangeSearchParams } from '@/routing';
import { EmptyState, useNow } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { scrollIntoView } from '@/ui/scroll-into-view';
import { rowAction } from '../../model';
import { ProposedTime, type TimeAnswer } from '../../reschedule/components/ProposedTime';
import { canBeRescheduled, proposalOf } from '../../reschedule/proposal';
import { canChangePlace } from '../../venues/model';
import { AddToCalendar, CalendarFileButton } from './AddToCalendar';
import { RateForm, RequestRatingForm } from './RatingForms';
import { ResponseForm } from './ResponseForm';

/** The search parameter of a link that asks for another time (api.md 4). */
const moveParam = 'move';

/**
 * Whether the choice of another time is open, which a link can ask for. The wish moves out of the address, so that it does not
 * hold for the next booking that is opened here.
 */
function useOpenedMove(): [boolean, (opened: boolean) => void] {
  const [params] = useSearchParams();
  const change = useChangeSearchParams();
  const asked = params.get(moveParam) === 'yes';
  const [opened, setOpened] = useState(asked);
  useEffect(() => {
    if (!asked) return;
    change(
      (now) => {
        now.delete(moveParam);
        return now;
      },
      { replace: true },
    );
  }, [asked, change]);
  return [opened, setOpened];
}

/** Fetched with the pickers of times when it is first opened. */
const ProposeTime = lazyPart(() => import('../../reschedule/components/ProposeTime'));
const MoveBooking = lazyPart(() => import('../../diary/components/MoveBooking'));
const ChangePlace = lazyPart(() => import('../../venues/components/ChangePlace'));

interface BookingActionsProps {
  booking: BookingData;
  side: Side;
}

/** The actions below a booking's summary, in the dialog and on a guest's page. */
export function BookingActions({ booking, side }: BookingActionsProps) {
  const { t } = useTranslation('schedule');
  // The action when the dialog opened: a response changes the booking, but its success message must stay.
  const [action] = useState(() => rowAction(booking, side, new Date()));
  switch (action) {
    case 'rate_session':
      return <RateForm booking={booking} />;
    case 'request_rating':
      return <RequestRatingForm booking={booking} />;
    case 'review':
      return <OpenBookingActions booking={booking} side={side} />;
    case null:
      return (
        <Rating readOnly role="img" mt="md" value={booking.rating ?? 0} aria-label={t('ratedStars', { count: booking.rating ?? 0 })} />
      );
    case 'rate_client':
    case 'details':
      return null;
  }
}

/** The outcome of the proposal in this dialog. */
interface Outcome {
  readonly what: TimeAnswer | 'sent' | 'place';
  readonly file: CalendarFile | null;
}

/** An open booking: respond to it, or move it to another time. */
function OpenBookingActions({ booking, side }: BookingActionsProps) {
  const { t } = useTranslation(['schedule', 'venues', 'diary']);
  const now = useNow();
  const [moving, setMoving] = useOpenedMove();
  const [placing, setPlacing] = useState(false);
  const [shifting, setShifting] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [answered, setAnswered] = useState(false);
  const proposal = proposalOf(booking, side);
  if (outcome) return <ProposalResult outcome={outcome} name={booking.name || booking.guest_name} />;
  const isMoving = moving && canBeRescheduled(booking, now);
  if (shifting) {
    return (
      <Suspense fallback={<Skeleton height={320} mt="lg" />}>
        <MoveBooking booking={booking} onDone={() => setShifting(false)} onCancel={() => setShifting(false)} />
      </Suspense>
    );
  }
  if (isMoving || placing) {
    const onCancel = () => (isMoving ? setMoving(false) : setPlacing(false));
    return (
      <Suspense fallback={<Skeleton height={320} mt="lg" />}>
        {isMoving ? (
          <ProposeTime booking={booking} onDone={() => setOutcome({ what: 'sent', file: null })} onCancel={onCancel} />
        ) : (
          <ChangePlace booking={booking} onDone={(file) => setOutcome({ what: 'place', file })} onCancel={onCancel} />
        )}
      </Suspense>
    );
  }
  return (
    <>
      {proposal && !answered ? (
        <ProposedTime booking={booking} proposal={proposal} onAnswered={(what, file) => setOutcome({ what, file })} />
      ) : null}
      <ResponseForm booking={booking} side={side} onAnswered={() => setAnswered(true)} />
      {answered ? null : (
        <>
          {canBeRescheduled(booking, now) ? (
            <Button variant="subtle" fullWidth mt="xs" leftSection={<IconCalendarTime size={18} />} onClick={() => setMoving(true)}>
              {t('times.propose')}
            </Button>
          ) : null}
          {side === 'order' && canBeRescheduled(booking, now) ? (
            <Button variant="subtle" fullWidth mt="xs" leftSection={<IconArrowsMove size={18} />} onClick={() => setShifting(true)}>
              {t('diary:moving.title')}
            </Button>
          ) : null}
          {canChangePlace(booking, side, now) ? (
            <Button variant="subtle" fullWidth mt="xs" leftSection={<IconMapPin size={18} />} onClick={() => setPlacing(true)}>
              {t('venues:change.open')}
            </Button>
          ) : null}
          <AddToCalendar booking={booking} />
        </>
      )}
    </>
  );
}

function ProposalResult({ outcome: { what, file }, name }: { outcome: Outcome; name: string }): ReactNode {
  const { t } = useTranslation(['schedule', 'venues']);
  return (
    <div role="status" ref={scrollIntoView}>
      <EmptyState icon={IconCircleCheck} action={file ? <CalendarFileButton file={file} /> : null}>
        {what === 'place' ? t('venues:change.done', { name }) : t(`times.done.${what}`, { name })}
      </EmptyState>
    </div>
  );
}
