import { Button, Group, Stack } from '@mantine/core';
import { IconArrowRight, IconCalendarTime } from '@tabler/icons-react';
import { asFailure, type BookingData, type CalendarFile } from '@/api';
import { OverlapWarning } from '@/features/booking';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { useAnswerNewTimeMutation } from '../../api';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import { useLinkToken } from '../../responses/guest-link-token';
import { sessionsOf, type Proposal, type TimeSpan } from '../proposal';
import classes from './ProposedTime.module.css';

export type TimeAnswer = 'accepted' | 'declined' | 'withdrawn';

interface ProposedTimeProps {
  booking: BookingData;
  proposal: Proposal;
  onAnswered: (answer: TimeAnswer, file: CalendarFile | null) => void;
}

/** The agreed and the proposed time side by side, with the answers for the side that has to give one. */
export function ProposedTime({ booking, proposal, onAnswered }: ProposedTimeProps) {
  const { t } = useTranslation('schedule');
  const name = booking.name || booking.guest_name;
  return (
    <section className={classes.card} aria-labelledby="proposed-time">
      <h3 id="proposed-time" className={classes.title}>
        <IconCalendarTime size={20} aria-hidden />
        {proposal.mine ? t('times.waiting', { name }) : t('times.asks', { name })}
      </h3>
      <div className={classes.times}>
        <SessionList label={t('times.agreed')} sessions={sessionsOf(booking)} />
        <IconArrowRight className={classes.arrow} size={20} aria-hidden />
        <SessionList label={t('times.proposed')} sessions={proposal.sessions} fresh />
      </div>
      {proposal.note ? (
        <p className={classes.note} dir="auto">
          {proposal.note}
        </p>
      ) : null}
      {proposal.mine ? null : <OverlapWarning times={proposal.sessions} but={booking.order_id} />}
      <AnswerButtons
        orderId={booking.order_id}
        answers={proposal.mine ? ['withdrawn'] : ['accepted', 'declined']}
        onAnswered={onAnswered}
      />
    </section>
  );
}

interface AnswerButtonsProps extends Pick<ProposedTimeProps, 'onAnswered'> {
  orderId: string;
  /** The possible answers. */
  answers: readonly TimeAnswer[];
}

/** One button for each answer. */
function AnswerButtons({ orderId, answers, onAnswered }: AnswerButtonsProps) {
  const { t } = useTranslation('schedule');
  const linkToken = useLinkToken();
  const [answer, { isLoading, originalArgs, error }] = useAnswerNewTimeMutation();
  const sending = isLoading ? originalArgs?.newTimeAnswer.iv_answer : undefined;
  async function send(iv_answer: TimeAnswer): Promise<void> {
    try {
      const { data } = await answer({ newTimeAnswer: { iv_order_id: orderId, iv_answer }, ...linkToken }).unwrap();
      onAnswered(iv_answer, data.ical_content_data ?? null);
    } catch {
      // The mutation's error is shown below.
    }
  }
  return (
    <Stack gap="xs">
      <FormProblem>{error ? asFailure(error).main_msg : null}</FormProblem>
      <Group gap="xs">
        {answers.map((one) => (
          <Button
            key={one}
            variant={one === 'accepted' ? 'filled' : 'default'}
            loading={sending === one}
            disabled={isLoading}
            onClick={() => void send(one)}
          >
            {t(`times.${one}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

function SessionList({ label, sessions, fresh = false }: { label: string; sessions: readonly TimeSpan[]; fresh?: boolean }) {
  const timeLine = useTimeRangeText();
  return (
    <div className={classes.column} data-fresh={fresh || undefined}>
      <span className={classes.label}>{label}</span>
      {sessions.map((session) => (
        <span key={session.provider_start_time}>{timeLine(session.provider_start_time, session.provider_end_time)}</span>
      ))}
    </div>
  );
}
