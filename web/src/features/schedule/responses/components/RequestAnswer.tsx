import { useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { asFailure, listOf, shownStatus, type BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { bookingPath } from '@/routing';
import { useNow } from '@/ui';
import { StatusChip } from '@/ui/StatusChip';
import type { Response } from '../../model';
import { useSendResponse } from '../hooks/use-send-response';
import { needsLink, type ChosenAnswer } from '../response-request';

interface RequestAnswerProps {
  booking: BookingData;
  /** The id of the element that says what is answered. */
  titleId: string;
  onAnswered: () => void;
}

/** Accepts or declines a request on the spot; of one that is answered already, its status (product.md 5.1). */
export function RequestAnswer({ booking, titleId, onAnswered }: RequestAnswerProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const now = useNow();
  const [asking, setAsking] = useState(false);
  const { answer, sending, problem } = useQuickAnswer(booking, onAnswered);
  if (booking.request_status !== 'pending') return <StatusChip status={shownStatus(booking, now)} />;
  return (
    <div>
      {asking ? (
        <Group gap="xs" role="group" aria-label={t('quick.confirm')}>
          <Text size="sm">{t('quick.confirm')}</Text>
          <Button size="compact-md" color="red" loading={sending} onClick={() => void answer('rejected')}>
            {t('ui:yes')}
          </Button>
          <Button size="compact-md" variant="default" disabled={sending} onClick={() => setAsking(false)} data-autofocus>
            {t('ui:no')}
          </Button>
        </Group>
      ) : (
        <Group gap="xs">
          <AcceptButton booking={booking} titleId={titleId} sending={sending} onAccept={() => void answer('accepted')} />
          <Button size="compact-md" variant="default" aria-describedby={titleId} disabled={sending} onClick={() => setAsking(true)}>
            {t('quick.decline')}
          </Button>
        </Group>
      )}
      {problem ? (
        <Text role="alert" size="sm" c="var(--danger)" mt="2xs">
          {problem}
        </Text>
      ) : null}
    </div>
  );
}

interface AcceptButtonProps {
  booking: BookingData;
  titleId: string;
  sending: boolean;
  onAccept: () => void;
}

/** A remote session needs its meeting link to be accepted: unless there is one by the provider's settings, the button leads to the form that asks for it. */
function AcceptButton({ booking, titleId, sending, onAccept }: AcceptButtonProps) {
  const { t } = useTranslation('schedule');
  const looks = { size: 'compact-md', variant: 'light', 'aria-describedby': titleId } as const;
  if (needsLink(booking, 'order', 'accepted') && !booking.remote_link) {
    return (
      <Button
        component={Link}
        to={bookingPath(listOf(booking, new Date()), booking.order_id)}
        state={{ answer: 'accepted' } satisfies ChosenAnswer}
        {...looks}
      >
        {t('response.accepted')}
      </Button>
    );
  }
  return (
    <Button loading={sending} onClick={onAccept} {...looks}>
      {t('response.accepted')}
    </Button>
  );
}

/** Sends an answer with its usual message. A refusal is shown where the buttons are. */
function useQuickAnswer(booking: BookingData, onAnswered: () => void) {
  const { t } = useTranslation('schedule');
  const send = useSendResponse(booking, 'order');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const answer = async (response: Extract<Response, 'accepted' | 'rejected'>) => {
    setSending(true);
    setProblem(null);
    try {
      await send({ iv_response: response, iv_delivery_location: '', iv_feedback: t(`feedbackText.${response}`) });
      onAnswered();
    } catch (error) {
      setProblem(asFailure(error).main_msg);
    } finally {
      setSending(false);
    }
  };
  return { answer, sending, problem };
}
