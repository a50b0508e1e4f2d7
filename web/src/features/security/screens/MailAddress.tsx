import { Button, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { asFailure, useSession } from '@/api';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { Page, QueryStates, toast } from '@/ui';
import { useCancelMailChangeMutation, useGetMailChangeQuery, useRequestMailChangeMutation } from '../api';

/** /change_mail_address: the address changes when both sides have confirmed (product.md 1.16). */
export default function MailAddress() {
  const { t } = useTranslation('security');
  const { email } = useSession();
  const query = useGetMailChangeQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Page title={t('mailTitle')} lead={t('mailLead')}>
      <Paper maw={480}>
        <QueryStates query={query} skeleton={<Skeleton height={140} radius="lg" />}>
          {({ data: change }) => (
            <Stack>
              <Text>
                {t('presentAddress')} <bdi>{email}</bdi>
              </Text>
              {change.email ? (
                <Waiting email={change.email} oldConfirmed={change.old_confirmed} newConfirmed={change.new_confirmed} />
              ) : (
                <RequestForm />
              )}
            </Stack>
          )}
        </QueryStates>
      </Paper>
    </Page>
  );
}

function RequestForm() {
  const { t } = useTranslation('security');
  const [request] = useRequestMailChangeMutation();
  const form = useCallForm({
    call: 'request_mail_change',
    initial: { iv_email: '' },
    send: (values) => request(values).unwrap(),
    onDone: ({ message }) => toast.done(message.main_msg),
  });
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack>
        <TextInput label={t('newAddress')} type="email" autoComplete="email" inputMode="email" {...form.field('iv_email')} />
        <SubmitButton progress={form.progress}>{t('sendLinks')}</SubmitButton>
      </Stack>
    </form>
  );
}

function Waiting({ email, oldConfirmed, newConfirmed }: { email: string; oldConfirmed: boolean; newConfirmed: boolean }) {
  const { t } = useTranslation('security');
  const [cancel, { isLoading }] = useCancelMailChangeMutation();
  const stop = () =>
    cancel()
      .unwrap()
      .then(({ message }) => toast.done(message.main_msg))
      .catch((error: unknown) => toast.failed(asFailure(error).main_msg));
  return (
    <>
      <Text>
        {t('waitingFor')} <bdi>{email}</bdi>
      </Text>
      <ul>
        <li>{oldConfirmed ? t('oldConfirmed') : t('oldWaits')}</li>
        <li>{newConfirmed ? t('newConfirmed') : t('newWaits')}</li>
      </ul>
      <Button variant="default" loading={isLoading} onClick={() => void stop()}>
        {t('cancelChange')}
      </Button>
    </>
  );
}
