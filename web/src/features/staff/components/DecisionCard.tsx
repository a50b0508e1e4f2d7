import { useEffect, useRef, useState, type KeyboardEvent, type FormEvent } from 'react';
import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { Link } from 'react-router-dom';
import { FormProblem, limitsOf, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { useDialog } from '@/routing';
import { ChoiceCard } from '@/ui/ChoiceCard';
import {
  useStaffGetReportsQuery,
  useStaffSetPostStandingMutation,
  useStaffSetReviewStandingMutation,
  useStaffDecideReportMutation,
  type ReportWhole,
  type Action,
} from '../api';
import { useInstantLabel } from '../hooks/use-labels';
import { reportPath, sectionPath } from '../paths';
import { actionsFor } from '../report-decisions';
import classes from './Card.module.css';
import decisionClasses from './CaseLayout.module.css';
import { ReasonDialog } from './ReasonDialog';
import { Decided } from './ReportRows';

/** The decision on a report: the choice while it is open, the outcome afterwards. */
export function DecisionCard({ report }: { report: ReportWhole }) {
  const deciding = useDecideReport(report.report_id);
  return report.status === 'open' ? (
    <DecisionForm report={report} deciding={deciding} />
  ) : (
    <Outcome report={report} decidedHere={deciding.form.progress === 'complete'} />
  );
}

function DecisionForm({ report, deciding }: { report: ReportWhole; deciding: Deciding }) {
  const { t } = useTranslation('staff');
  const { form, asking, refuse, onSubmit } = deciding;
  const busy = form.progress === 'processing';
  const typed = Array.from(form.form.values.iv_note).length;
  const sendByKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };
  return (
    <form {...form.formProps} onSubmit={onSubmit} className={classes.card}>
      <h2>{t('decision')}</h2>
      <FormProblem>{form.problem}</FormProblem>
      <Stack>
        <DecisionChoices report={report} deciding={deciding} />
        <Textarea
          {...form.field('iv_note')}
          label={t('note')}
          description={t('noteHint', { count: typed, most: limitsOf('staff_decide_report', 'iv_note').max ?? 0 })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          minRows={3}
          maxRows={8}
          autosize
          onKeyDown={sendByKeys}
        />
        {asking ? (
          <ConfirmInline question={t('sureSuspend')} yes={t('yesSuspend')} busy={busy} onNo={refuse} />
        ) : (
          <Button type="submit" size="lg" loading={busy}>
            {t('decide')}
          </Button>
        )}
      </Stack>
    </form>
  );
}

function DecisionChoices({ report, deciding: { form } }: { report: ReportWhole; deciding: Deciding }) {
  const { t } = useTranslation('staff');
  const { value, onChange, error } = form.form.getInputProps('iv_action') as {
    value: string;
    onChange: (value: string) => void;
    error?: string;
  };
  return (
    <Radio.Group value={value} onChange={onChange} error={error} aria-label={t('decision')}>
      <Stack gap="xs">
        {actionsFor(report).map((action) => (
          <ChoiceCard key={action} value={action} aria-label={t(`action.${action}`)} aria-invalid={error ? true : undefined}>
            <span className={decisionClasses.choice}>
              <strong>{t(`action.${action}`)}</strong>
              <small>{t(`actionHint.${action}`)}</small>
            </span>
          </ChoiceCard>
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** The outcome, and a link to the next report. The link takes the focus, so that Enter continues. */
function Outcome({ report, decidedHere }: { report: ReportWhole; decidedHere: boolean }) {
  const { t } = useTranslation('staff');
  const instant = useInstantLabel();
  const open = useStaffGetReportsQuery({ status: 'open', limit: 1 });
  const next = open.isFetching ? undefined : open.currentData?.data.reports.find(({ report_id }) => report_id !== report.report_id);
  const onward = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (decidedHere && !open.isFetching) onward.current?.focus({ preventScroll: true });
  }, [decidedHere, open.isFetching]);
  return (
    <section className={classes.card}>
      <h2>{t('decision')}</h2>
      <p role="status">
        <Decided action={report.action} /> {instant(report.closed_at)}
      </p>
      <Stack>
        {report.report_type === 'posts' && report.evidence && Object.keys(report.evidence).length > 0 ? (
          <PostVisibility report={report} />
        ) : null}
        {report.report_type === 'reviews' && (report.review_removed || report.action === 'remove_content') ? (
          <ReviewStanding report={report} />
        ) : null}
        <Button
          ref={onward}
          component={Link}
          to={next ? reportPath(next.report_id, 'report') : sectionPath('reports')}
          loading={open.isFetching}
        >
          {next ? t('nextReport') : t('toReports')}
        </Button>
      </Stack>
    </section>
  );
}

interface ConfirmInlineProps {
  question: string;
  yes: string;
  busy: boolean;
  onNo: () => void;
}

/** Asks for confirmation of a serious decision. Its Yes button submits the surrounding form. */
function ConfirmInline({ question, yes, busy, onNo }: ConfirmInlineProps) {
  const { t } = useTranslation('ui');
  const no = useRef<HTMLButtonElement>(null);
  // The confirmation replaces the pressed button: its harmless button takes the focus.
  useEffect(() => no.current?.focus(), []);
  return (
    <div className={decisionClasses.asking} role="group" aria-label={question}>
      <p role="alert">{question}</p>
      <Group grow>
        <Button ref={no} variant="default" onClick={onNo} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button type="submit" color="red" loading={busy}>
          {yes}
        </Button>
      </Group>
    </div>
  );
}

/** Hides a reported post later, or shows it again. */
function PostVisibility({ report: { issue_id, post_hidden } }: { report: ReportWhole }) {
  const { t } = useTranslation('staff');
  const { opened, open, close } = useDialog(['post_standing']);
  const [setPost] = useStaffSetPostStandingMutation();
  const label = t(post_hidden ? 'showPost' : 'hidePost');
  return (
    <>
      <Button variant="default" onClick={() => open('post_standing')}>
        {label}
      </Button>
      {opened ? (
        <ReasonDialog
          call="staff_set_post_standing"
          title={label}
          text={t(post_hidden ? 'showPostText' : 'actionHint.hide_post')}
          submit={label}
          done={t(post_hidden ? 'postShown' : 'postHidden')}
          danger={!post_hidden}
          send={(iv_note) => setPost({ iv_post_id: issue_id, iv_hidden: post_hidden ? 'no' : 'yes', iv_note }).unwrap()}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Restores a review, or an answer to one, that was taken down, or takes it down again. */
function ReviewStanding({ report: { issue_id, review_removed = false } }: { report: ReportWhole }) {
  const { t } = useTranslation('staff');
  const { opened, open, close } = useDialog(['review_standing']);
  const [setReview] = useStaffSetReviewStandingMutation();
  const label = t(review_removed ? 'restoreReview' : 'takeReviewDown');
  return (
    <>
      <Button variant="default" onClick={() => open('review_standing')}>
        {label}
      </Button>
      {opened ? (
        <ReasonDialog
          call="staff_set_review_standing"
          title={label}
          text={t(review_removed ? 'restoreReviewText' : 'takeReviewDownText')}
          submit={label}
          done={t(review_removed ? 'reviewRestored' : 'reviewTakenDown')}
          danger={!review_removed}
          send={(iv_note) => setReview({ iv_review_id: issue_id, iv_removed: review_removed ? 'no' : 'yes', iv_note }).unwrap()}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Decides a report. A suspension asks for confirmation. */
function useDecideReport(reportId: string) {
  const [decide] = useStaffDecideReportMutation();
  const [mustConfirm, setMustConfirm] = useState(false);
  const form = useCallForm({
    call: 'staff_decide_report',
    initial: { iv_action: '', iv_note: '' },
    send: ({ iv_action, iv_note }) => decide({ iv_report_id: reportId, iv_action: iv_action as Action, iv_note }).unwrap(),
  });
  const asking = mustConfirm && form.form.values.iv_action === 'suspend_account';
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (form.form.values.iv_action !== 'suspend_account' || asking) return form.formProps.onSubmit(event);
    event.preventDefault();
    if (!form.form.validate().hasErrors) setMustConfirm(true);
  };
  return { form, asking, refuse: () => setMustConfirm(false), onSubmit };
}

type Deciding = ReturnType<typeof useDecideReport>;
