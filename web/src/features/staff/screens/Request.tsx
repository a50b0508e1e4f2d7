import { Button, Skeleton, Stack, Textarea } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { FormProblem, limitsOf, SubmitButton, useCallForm } from '@/forms';
import { topicOf } from '@/forms/request-topics';
import { useTranslation } from '@/i18n/use-translation';
import { Page, QueryStates, TimeAgo, toast } from '@/ui';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { useStaffAnswerRequestMutation, useStaffGetRequestQuery, type RequestLine } from '../api';
import cardClasses from '../components/Card.module.css';
import layoutClasses from '../components/CaseLayout.module.css';
import { Fact } from '../components/Fact';
import factsClasses from '../components/Evidence.module.css';
import { GuestBookings } from '../components/GuestBookings';
import { useInstantLabel } from '../hooks/use-labels';
import { accountPath, sectionPath } from '../paths';

/** /staff/requests/:requestId: a support request and its answer. */
export function Request() {
  const { t } = useTranslation('staff');
  const { requestId = '' } = useParams();
  const query = useStaffGetRequestQuery(requestId, { refetchOnMountOrArgChange: true });
  const request = query.currentData?.data.request;
  return (
    <Page
      title={request ? t(`topic.${topicOf(request.topic) ?? 'other'}`) : t('request')}
      lead={request ? <TimeAgo instant={request.filed_at} /> : undefined}
      actions={
        <Button component={Link} to={sectionPath('requests')} variant="default">
          {t('toRequests')}
        </Button>
      }
    >
      <QueryStates query={query} skeleton={<Skeleton height={320} radius="lg" />}>
        {({ data }) => <RequestDetails key={data.request.request_id} request={data.request} />}
      </QueryStates>
    </Page>
  );
}

function RequestDetails({ request }: { request: RequestLine }) {
  const { t } = useTranslation('staff');
  return (
    <div className={layoutClasses.case}>
      <div className={layoutClasses.facts}>
        <section className={cardClasses.card}>
          <h2>{t('question')}</h2>
          <p className={cardClasses.text} dir="auto">
            {request.text}
          </p>
        </section>
        <section className={cardClasses.card}>
          <h2>{t('answer')}</h2>
          {request.answered_at ? <RequestAnswer request={request} /> : <AnswerForm request={request} />}
        </section>
        {request.account_id ? null : <GuestBookings email={request.email} />}
      </div>
      <section className={`${cardClasses.card} ${layoutClasses.decision}`}>
        <h2>{t('who')}</h2>
        <Requester request={request} />
      </section>
    </div>
  );
}

/** The person who asks. For accounts it shows more, and lets staff verify a provider. */
function Requester({ request: { account_id, name, email, topic } }: { request: RequestLine }) {
  const { t } = useTranslation('staff');
  return (
    <Stack>
      <dl className={factsClasses.summary}>
        <Fact wide name={t('name')}>
          {name}
        </Fact>
        <Fact wide name={t('email')}>
          {email}
        </Fact>
        <Fact wide name={t('askedAs')}>
          {t(account_id ? 'asAccount' : 'asGuest')}
        </Fact>
      </dl>
      {account_id ? (
        <Button component={Link} to={accountPath(account_id, 'request')} variant={topic === 'verification' ? 'light' : 'default'}>
          {t(topic === 'verification' ? 'toVerify' : 'toAccount')}
        </Button>
      ) : null}
    </Stack>
  );
}

function RequestAnswer({ request: { answer, answered_at } }: { request: RequestLine }) {
  const { t } = useTranslation('staff');
  const instant = useInstantLabel();
  return (
    <>
      <p className={cardClasses.text} dir="auto">
        {answer}
      </p>
      <p className={cardClasses.small}>{t('answeredAt', { time: instant(answered_at) })}</p>
    </>
  );
}

function AnswerForm({ request: { request_id, email } }: { request: RequestLine }) {
  const { t } = useTranslation('staff');
  const [answer] = useStaffAnswerRequestMutation();
  const form = useCallForm({
    call: 'staff_answer_request',
    initial: { iv_answer: '' },
    send: ({ iv_answer }) => answer({ iv_request_id: request_id, iv_answer }).unwrap(),
    onDone: () => toast.done(t('answerSent')),
  });
  const typed = Array.from(form.form.values.iv_answer).length;
  return (
    <form {...form.formProps}>
      <LeaveGuard isDirty={form.isDirty} />
      <FormProblem>{form.problem}</FormProblem>
      <Stack>
        <Textarea
          {...form.field('iv_answer')}
          label={t('yourAnswer')}
          description={t('answerHint', { email, count: typed, most: limitsOf('staff_answer_request', 'iv_answer').max ?? 0 })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          minRows={5}
          maxRows={14}
          autosize
        />
        <SubmitButton progress={form.progress}>{t('send')}</SubmitButton>
      </Stack>
    </form>
  );
}
