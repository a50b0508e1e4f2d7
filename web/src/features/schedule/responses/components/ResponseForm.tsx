import { useState } from 'react';
import { Alert, Button, CopyButton, Select, type SelectProps, Stack, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { FormProblem, SubmitButton } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, useNow } from '@/ui';
import type { BookingData, CalendarFile, Side } from '@/api';
import classes from '@/ui/CancellationTerms.module.css';
import { openHere } from '@/platform/browser';
import { scrollIntoView } from '@/ui/scroll-into-view';
import { CANCEL_REASONS, type Counting, termsOf, whatCounts } from '../../cancelling/terms';
import { responsesFor, type Response } from '../../model';
import { useChosenAnswer, type LinkedAnswer } from '../hooks/use-chosen-answer';
import { useResponse, type ToAnswer } from '../hooks/use-response';
import { needsLink } from '../response-request';
import { FeedbackField } from './FeedbackField';
import type { Meeting } from '../meeting';
import { CalendarFileButton } from './AddToCalendar';

/** Accept, reject, start, complete or cancel, with a message to the other side. A link may have chosen the answer. */
export function ResponseForm(toAnswer: ToAnswer) {
  const chosen = useChosenAnswer();
  return <ChosenResponseForm key={chosen.answer} chosen={chosen} {...toAnswer} />;
}

function ChosenResponseForm({ chosen, ...toAnswer }: ToAnswer & { chosen: LinkedAnswer }) {
  const { t } = useTranslation('schedule');
  const { booking, side } = toAnswer;
  // Not only as it was at first: while the form is open, the booking may change or its session begin.
  const offered = responsesFor(booking, side, useNow());
  const { form, given, problemOf } = useResponse(toAnswer, offered.find((one) => one === chosen.answer) ?? '', chosen.key);
  const response = form.form.values.iv_response as Response | '';
  const choose = useChooseResponse(form.form, problemOf);
  const counting = useCountingOf(toAnswer, response);
  if (given) return <ResponseResult {...given} link={booking.delivery_location} />;
  const choices = response && !offered.includes(response) ? [response, ...offered] : offered;
  if (choices.length === 0) return null;
  return (
    <form {...form.formProps}>
      <Stack gap="sm" mt="lg">
        <FormProblem>{form.problem}</FormProblem>
        <Select
          label={t('response.label')}
          placeholder={t('response.choose')}
          data={choices.map((value) => ({
            value,
            label: value === 'missed' && side === 'request' ? t('noShow.provider') : t(`response.${value}`),
          }))}
          {...form.field('iv_response')}
          onChange={choose}
        />
        {counting ? <WhatCounts booking={booking} counting={counting} /> : null}
        {counting?.outcome === 'refused' ? null : (
          <>
            {response === 'cancelled' ? <ReasonChoice form={form} side={side} /> : null}
            {response ? <MessageFields form={form} booking={booking} withLink={needsLink(booking, side, response)} /> : null}
            <SubmitButton progress={form.progress}>{t('response.submit')}</SubmitButton>
          </>
        )}
      </Stack>
    </form>
  );
}

/** What counts for a client who is about to cancel a booking with terms; null for everything else. */
function useCountingOf({ booking, side }: ToAnswer, response: Response | '') {
  const now = useNow();
  if (side !== 'request' || response !== 'cancelled' || booking.request_status === 'pending' || termsOf(booking).length === 0) return null;
  return whatCounts(booking, now);
}

/** Why it is cancelled. The usual message goes when another reason is to be said in words. */
function ReasonChoice({ form, side }: Pick<ToAnswer, 'side'> & Pick<MessageFieldsProps, 'form'>) {
  const { t } = useTranslation('schedule');
  const field = form.field('iv_cancel_reason');
  const choose = (reason: string | null) => {
    form.form.setFieldValue('iv_cancel_reason', reason ?? '');
    // Only 'other' has to be said in words.
    form.form.setFieldError('iv_feedback', null);
    if (reason && form.form.values.iv_feedback === t('feedbackText.cancelled')) form.form.setFieldValue('iv_feedback', '');
  };
  return <ReasonField side={side} {...field} value={field.value ?? ''} onChange={choose} maxLength={undefined} />;
}

interface MessageFieldsProps extends Pick<ToAnswer, 'booking'> {
  form: ReturnType<typeof useResponse>['form'];
  /** The other side needs the meeting link. */
  withLink: boolean;
}

/** The message that goes to the other side with the response. */
function MessageFields({ form, booking, withLink }: MessageFieldsProps) {
  const { t } = useTranslation('schedule');
  return (
    <>
      {withLink ? (
        <TextInput
          label={t('response.link')}
          description={t('response.linkHint')}
          type="url"
          inputMode="url"
          placeholder="https://"
          {...form.field('iv_delivery_location')}
        />
      ) : null}
      <FeedbackField booking={booking} {...form.field('iv_feedback')} />
    </>
  );
}

/** Chooses a response and fills in its usual message, unless the user has written one. */
function useChooseResponse(fields: MessageFieldsProps['form']['form'], problemOf: (response: string) => string | null) {
  const { t } = useTranslation('schedule');
  return (chosen: string | null): void => {
    const before = fields.values.iv_response as Response | '';
    const untouched = fields.values.iv_feedback === (before ? t(`feedbackText.${before}`) : '');
    fields.setFieldValue('iv_response', chosen ?? '');
    if (untouched) fields.setFieldValue('iv_feedback', chosen ? t(`feedbackText.${chosen as Response}`) : '');
    // A response that is impossible is refused at once, not after the user has written a message.
    fields.setFieldError('iv_response', chosen ? problemOf(chosen) : null);
  };
}

interface ReasonFieldProps extends SelectProps {
  side: Side;
}

/** Why one side cancels, among its own reasons; nobody has to say. */
function ReasonField({ side, ...field }: ReasonFieldProps) {
  const { t } = useTranslation('schedule');
  return (
    <Select
      label={t('cancelling.reason')}
      description={t('cancelling.reasonHint')}
      data={[
        { value: '', label: t('cancelling.noReason') },
        ...CANCEL_REASONS[side].map((value) => ({ value, label: t(`cancelling.reasons.${value}`) })),
      ]}
      {...field}
    />
  );
}

interface WhatCountsProps {
  booking: Pick<BookingData, 'name'>;
  counting: Counting;
}

/** Says before a client cancels what counts now: free, late with the provider's words, or not at all (product.md 4.7). */
function WhatCounts({ booking, counting: { outcome, words } }: WhatCountsProps) {
  const { t } = useTranslation('schedule');
  return (
    <Alert
      color={outcome === 'free' ? 'brand' : 'accent'}
      variant="light"
      role="status"
      title={t(`cancelling.${outcome}`, { name: booking.name })}
    >
      {words ? <bdi className={classes.words}>{words}</bdi> : null}
    </Alert>
  );
}

interface ResponseResultProps {
  response: Response;
  file: CalendarFile | null;
  meeting: Meeting;
  link: string;
}

/** The success message, with the calendar file, or the meeting link that did not open. */
function ResponseResult({ response, file, meeting, link }: ResponseResultProps) {
  const { t } = useTranslation('schedule');
  return (
    <Stack gap="sm" mt="lg" role="status" ref={scrollIntoView}>
      <EmptyState icon={IconCircleCheck} action={file ? <CalendarFileButton file={file} /> : null}>
        {t(`response.done.${response}`)}
      </EmptyState>
      <MeetingProblem meeting={meeting} link={link} />
    </Stack>
  );
}

/** The pop-up warning, and what to do when the meeting does not open (product.md 4.8). */
function MeetingProblem({ meeting, link }: { meeting: Meeting; link: string }) {
  const { t } = useTranslation('schedule');
  const [failed, setFailed] = useState(meeting === 'failed');
  if (failed) {
    return (
      <Alert color="accent" variant="light" title={t('response.linkFailed', { link })}>
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-md" onClick={copy}>
              {copied ? t('response.linkCopied') : t('response.copyLink')}
            </Button>
          )}
        </CopyButton>
      </Alert>
    );
  }
  if (meeting !== 'blocked') return null;
  return (
    <Alert color="accent" variant="light" title={t('response.popupBlocked')}>
      <Button variant="default" size="compact-md" onClick={() => setFailed(!openHere(link))}>
        {t('response.openHere')}
      </Button>
    </Alert>
  );
}
