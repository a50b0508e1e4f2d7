import { useState } from 'react';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { BookingData, Side } from '@/api';
import { FormProblem, limitsOf, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, useNow } from '@/ui';
import { scrollIntoView } from '@/ui/scroll-into-view';
import { useContestNoShowMutation } from '../../api';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import { useLinkToken } from '../../responses/guest-link-token';
import { contestable, type NoShow } from '../no-shows';

interface ContestProps {
  booking: BookingData;
  side: Side;
}

/** Lets the side that is said not to have come contest it in words, while it can (product.md 4.7). */
export function Contest({ booking, side }: ContestProps) {
  const { t } = useTranslation('schedule');
  const timeLine = useTimeRangeText();
  const said = contestable(booking, side, useNow());
  const [opened, setOpened] = useState<NoShow | null>(null);
  if (opened) return <ContestForm booking={booking} said={opened} />;
  if (!said) return null;
  return (
    <Stack gap="2xs" mt="md">
      <Text size="sm">{t('noShow.until', { time: timeLine(said.contest_until, said.contest_until) })}</Text>
      <Button variant="light" onClick={() => setOpened(said)}>
        {t('noShow.contest')}
      </Button>
    </Stack>
  );
}

function ContestForm({ booking, said }: { booking: BookingData; said: NoShow }) {
  const { t } = useTranslation('schedule');
  const [contest] = useContestNoShowMutation();
  const linkToken = useLinkToken();
  const form = useCallForm({
    call: 'contest_no_show',
    initial: { iv_feedback: '' },
    send: ({ iv_feedback }) =>
      contest({
        noShowContestRequest: { iv_order_id: booking.order_id, iv_session_position: said.position, iv_feedback },
        ...linkToken,
      }).unwrap(),
  });
  if (form.progress === 'complete') {
    return (
      <div role="status" ref={scrollIntoView}>
        <EmptyState icon={IconCircleCheck}>{t('noShow.done')}</EmptyState>
      </div>
    );
  }
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="sm" mt="md">
        <Textarea
          label={t('noShow.words')}
          description={t('noShow.wordsHint', { max: limitsOf('contest_no_show', 'iv_feedback').max })}
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
          {...form.field('iv_feedback')}
        />
        <SubmitButton progress={form.progress}>{t('noShow.send')}</SubmitButton>
      </Stack>
    </form>
  );
}
