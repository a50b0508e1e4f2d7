import { useEffect, useRef, type ReactNode } from 'react';
import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { IconShieldCheck, IconBan } from '@tabler/icons-react';
import { FormProblem, limitsOf } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, Avatar, useRatingText } from '@/ui';
import { ChoiceCard } from '@/ui/ChoiceCard';
import { concerns } from '../concerns';
import { useBlock } from '../hooks/use-block';
import { type Reporting, useReportable } from '../hooks/use-report';
import { type Issue, noDetails, postsToReport, reportedAccount, reportSteps, type Subject } from '../report';
import { ItemStep } from './ItemStep';
import classes from './Report.module.css';
import { AppointmentPreview, PostPreview, WordsPreview } from './ReportedPreviews';

interface StepContentProps {
  subject: Subject;
  reporting: Reporting;
  formId: string;
}

/** The four steps of a report, then the success message. */
export function ReportSteps({ onClose, ...steps }: StepContentProps & { onClose: () => void }) {
  const { t } = useTranslation('safety');
  const { form, isOwn } = steps.reporting;
  if (isOwn) return <Text c="dimmed">{t('own')}</Text>;
  return (
    <>
      <ReportSent subject={steps.subject} />
      {form.progress === 'complete' ? <ReportReceived onClose={onClose} /> : <StepContent {...steps} />}
    </>
  );
}

function ReportReceived({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['safety', 'ui']);
  return (
    <div role="status">
      <EmptyState icon={IconShieldCheck} action={<Button onClick={onClose}>{t('ui:done')}</Button>}>
        {t('submitted')}
      </EmptyState>
    </div>
  );
}

function StepContent({ subject, reporting, formId }: StepContentProps) {
  const { t } = useTranslation('safety');
  const { form, step, tabStep, next } = reporting;
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  // The start of a new step takes the focus, for keyboard and screen reader users.
  useEffect(() => {
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [step]);
  const { formProps } = form;
  const submit: typeof formProps.onSubmit = (event) => {
    if (step === 'summary') return formProps.onSubmit(event);
    event.preventDefault();
    next();
  };
  const shown: Record<typeof step, ReactNode> = {
    item: <ItemStep subject={subject} reporting={reporting} />,
    concern: <ConcernStep reporting={reporting} />,
    details: <DetailsStep reporting={reporting} />,
    summary: <SummaryStep subject={subject} reporting={reporting} />,
  };
  return (
    <form {...formProps} id={formId} onSubmit={submit}>
      <div className={classes.step}>
        <h3 ref={heading} tabIndex={-1}>
          {t(`step.${step}`)}
        </h3>
        <span>{t('stepOf', { step: tabStep + 1, count: reportSteps.length })}</span>
      </div>
      <FormProblem>{form.problem}</FormProblem>
      {shown[step]}
    </form>
  );
}

/** The buttons to go back, continue, skip empty details, and close. */
export function StepsFooter({ reporting, formId }: { reporting: Reporting; formId: string }) {
  const { t } = useTranslation(['safety', 'ui']);
  const { step, tabStep, back, form, ready } = reporting;
  const busy = form.progress === 'processing';
  const skips = step === 'details' && !form.form.values.iv_report_additional.trim();
  const last = step === 'summary';
  return (
    <Group justify="space-between" wrap="nowrap">
      {tabStep > 0 ? (
        <Button variant="default" onClick={back} disabled={busy}>
          {t('ui:back')}
        </Button>
      ) : (
        <span />
      )}
      <Button
        type="submit"
        form={formId}
        loading={busy}
        disabled={last && !ready}
        variant={skips ? 'subtle' : 'filled'}
        {...(last ? { color: 'red' } : {})}
      >
        {last ? t('submit') : skips ? t('skip') : t('ui:continue')}
      </Button>
    </Group>
  );
}

/** The step that chooses one of the twelve concerns. */
function ConcernStep({ reporting: { report, choose } }: { reporting: Reporting }) {
  const { t } = useTranslation('safety');
  return (
    <Radio.Group
      value={report.concern ?? ''}
      onChange={(chosen) => choose({ concern: concerns.find((one) => one === chosen) ?? null })}
      aria-label={t('step.concern')}
    >
      <Stack gap="xs">
        {concerns.map((one) => (
          <ChoiceCard key={one} value={one} aria-label={t(`concern.${one}.title`)}>
            <span className={classes.line}>
              <strong>{t(`concern.${one}.title`)}</strong>
              <small>{t(`concern.${one}.details`)}</small>
            </span>
          </ChoiceCard>
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** The step for optional details. */
function DetailsStep({ reporting: { form } }: { reporting: Reporting }) {
  const { t } = useTranslation('safety');
  const typed = Array.from(form.form.values.iv_report_additional).length;
  return (
    <Textarea
      {...form.field('iv_report_additional')}
      label={t('details')}
      placeholder={t('detailsHint')}
      description={t('letters', { count: typed, most: limitsOf('report_user_account', 'iv_report_additional').max ?? 0 })}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      minRows={5}
      maxRows={10}
      autosize
    />
  );
}

/** The success message with the reported account, and a button to block it. */
function ReportSent({ subject }: { subject: Subject }) {
  const { t } = useTranslation(['safety', 'ui']);
  const rated = useRatingText();
  const { ownerId, name, username, avatar, expertise, rating } = reportedAccount(subject);
  const { blocked, action, busy, toggle } = useBlock(ownerId);
  return (
    <div className={classes.person}>
      <Avatar name={name} src={avatar} size={48} />
      <div className={classes.name}>
        <strong>{name}</strong>
        <small>
          <bdi>{expertise || (username ? `@${username}` : '')}</bdi>
        </small>
        {rating ? <small>{t('ui:rated', { rating: rated(rating.average), count: rating.count })}</small> : null}
      </div>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconBan size={16} aria-hidden />}
        loading={busy}
        aria-pressed={action === 'unknown' ? undefined : blocked}
        onClick={() => void toggle()}
      >
        {t(action)}
      </Button>
    </div>
  );
}

interface SummaryStepProps {
  subject: Subject;
  reporting: Reporting;
}

const things = {
  posts: 'post',
  appointments: 'appointment',
  messages: 'message',
  comments: 'comment',
  reviews: 'review',
  accounts: 'accounts',
} as const;

/** The step that shows the whole report before it is sent. */
function SummaryStep({ subject, reporting: { report, form } }: SummaryStepProps) {
  const { t } = useTranslation('safety');
  const details = form.form.values.iv_report_additional.trim();
  return (
    <dl className={classes.summary}>
      <dt>{t(things[report.issue?.type ?? 'posts'])}</dt>
      <dd>
        <ReportedItem subject={subject} issue={report.issue} />
      </dd>
      <dt>{t('step.concern')}</dt>
      <dd>
        {report.concern ? (
          <>
            <strong>{t(`concern.${report.concern}.title`)}</strong>
            <small>{t(`concern.${report.concern}.details`)}</small>
          </>
        ) : null}
      </dd>
      <dt>{t('step.details')}</dt>
      <dd dir="auto">{details || <span className={classes.none}>{t('noDetails', noDetails)}</span>}</dd>
    </dl>
  );
}

/** The reported thing, as the step before chose it. */
function ReportedItem({ subject, issue }: { subject: Subject; issue: Issue | null }) {
  const { t } = useTranslation('safety');
  if (subject.kind === 'appointment') return <AppointmentPreview at={subject.at} />;
  if (subject.kind !== 'post' && subject.kind !== 'account') return <WordsPreview text={subject.text} at={subject.at} />;
  if (issue?.type === 'accounts') return <>{t('wholeAccount')}</>;
  return <ChosenItem subject={subject} issue={issue} />;
}

function ChosenItem({ subject, issue }: { subject: Extract<Subject, { kind: 'post' | 'account' }>; issue: Issue | null }) {
  const { first, posts: offered } = useReportable(subject);
  if (issue?.type === 'appointments') {
    const chosen = first.currentData?.data.appointments_with_provider.find(({ order_id }) => order_id === issue.id);
    return chosen ? <AppointmentPreview at={chosen.client_start_time} /> : null;
  }
  const posts = postsToReport(subject.kind === 'post' ? subject.post : null, offered);
  const post = posts.find(({ post_id }) => post_id === issue?.id);
  return post ? <PostPreview post={post} /> : null;
}
