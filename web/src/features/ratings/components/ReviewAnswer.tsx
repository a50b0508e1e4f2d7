import { useState } from 'react';
import { Button, Group, Textarea } from '@mantine/core';
import { asFailure, useSession, type Rating } from '@/api';
import { accountNamed, ReportAction } from '@/features/safety';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { TimeAgo, toast } from '@/ui';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { useAnswerRatingMutation, useRemoveRatingAnswerMutation } from '../api';
import classes from './RatingsPanel.module.css';

interface ReviewAnswerProps {
  rating: Rating;
  /** The provider whom the review is of. */
  ownerId: string;
}

/** The provider's answer below a review. The provider writes it once, and can take it away (product.md 4.12). */
export function ReviewAnswer({ rating, ownerId }: ReviewAnswerProps) {
  const { ownerId: me } = useSession();
  const { answer = '', answered_date = '', order_id = '' } = rating;
  if (answer) return <Answer rating={rating} ownerId={ownerId} />;
  return me === ownerId && order_id && !answered_date ? <AnswerForm orderId={order_id} name={rating.name} /> : null;
}

function Answer({ rating: { answer = '', answered_date = '', answer_id = '', order_id = '', name }, ownerId }: ReviewAnswerProps) {
  const { ownerId: me } = useSession();
  const { t } = useTranslation('ratings');
  return (
    <div className={classes.answer} role="group" aria-label={t('answerTo', { name })}>
      <div>
        <b>{t('answer')}</b>
        <p dir="auto">{answer}</p>
        <span className={classes.caption}>
          {t('published')} <TimeAgo instant={answered_date} />
        </span>
      </div>
      {me === ownerId && order_id ? <RemoveAnswer orderId={order_id} name={name} /> : null}
      {answer_id && me !== ownerId ? (
        <ReportAction
          label={t('reportAnswer', { name })}
          words={{ kind: 'review', id: answer_id, text: answer, at: answered_date, account: accountNamed(ownerId, '', '', '') }}
        />
      ) : null}
    </div>
  );
}

function RemoveAnswer({ orderId, name }: { orderId: string; name: string }) {
  const { t } = useTranslation('ratings');
  const [asking, setAsking] = useState(false);
  const [remove, { isLoading }] = useRemoveRatingAnswerMutation();
  async function confirm(): Promise<void> {
    try {
      await remove({ iv_order_id: orderId }).unwrap();
    } catch (error) {
      const { kind, main_msg } = asFailure(error);
      if (kind !== 'unavailable') toast.failed(main_msg);
    }
    setAsking(false);
  }
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        fz="sm"
        aria-label={t('removeAnswerTo', { name })}
        onClick={() => setAsking(true)}
      >
        {t('removeAnswer')}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={t('removeAnswer')}
          action={t('removeAnswer')}
          waits={isLoading}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        >
          {t('removeAnswerText')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function AnswerForm({ orderId, name }: { orderId: string; name: string }) {
  const { t } = useTranslation(['ratings', 'ui']);
  const [opened, setOpened] = useState(false);
  const [send] = useAnswerRatingMutation();
  const form = useCallForm({
    call: 'answer_rating',
    initial: { iv_answer: '' },
    send: ({ iv_answer }) => send({ iv_order_id: orderId, iv_answer }).unwrap(),
  });
  if (!opened) {
    return (
      <div>
        <Button
          variant="subtle"
          size="compact-md"
          fz="sm"
          mt="xs"
          aria-label={t('answerReviewOf', { name })}
          onClick={() => setOpened(true)}
        >
          {t('writeAnswer')}
        </Button>
      </div>
    );
  }
  return (
    <form {...form.formProps} className={classes.form}>
      <LeaveGuard isDirty={form.isDirty} />
      <FormProblem>{form.problem}</FormProblem>
      <Textarea label={t('yourAnswer')} description={t('answerHint')} autosize minRows={2} maxRows={10} {...form.field('iv_answer')} />
      <Group gap="xs" mt="xs">
        <SubmitButton progress={form.progress}>{t('publishAnswer')}</SubmitButton>
        <Button variant="default" onClick={() => setOpened(false)}>
          {t('ui:cancel')}
        </Button>
      </Group>
    </form>
  );
}
