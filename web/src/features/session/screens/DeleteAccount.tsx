import { Button, Group, Paper, PasswordInput, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { sessionCleared } from '@/api';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { landingPath, paths } from '@/routing';
import { Page, toast } from '@/ui';
import { useDeleteAccountMutation } from '../api';

/** /delete_account: what remains, what to download first, and the password that confirms it. */
export default function DeleteAccount() {
  const { t } = useTranslation('session');
  return (
    <Page title={t('deleteTitle')} lead={t('deleteLead')}>
      <Paper maw={480}>
        <Text mb="md">{t('deleteKept')}</Text>
        <DownloadData />
        <DeleteForm />
      </Paper>
    </Page>
  );
}

/** Leads to where the user's data is downloaded: it can be no more when the account is gone. */
function DownloadData() {
  const { t } = useTranslation('session');
  return (
    <Group mb="xl" gap="sm">
      <Text c="dimmed">{t('exportFirst')}</Text>
      <Button
        component={Link}
        to={`${paths.mySettings}#data_export`}
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {t('export')}
      </Button>
    </Group>
  );
}

function DeleteForm() {
  const { t } = useTranslation('session');
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [deleteAccount] = useDeleteAccountMutation();
  const form = useCallForm({
    call: 'delete_account',
    initial: { iv_password: '' },
    send: (values) => deleteAccount(values).unwrap(),
    onDone: () => {
      dispatch(sessionCleared({ expired: false }));
      toast.done(t('deleted'));
      void navigate(landingPath(), { replace: true });
    },
  });
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack>
        <PasswordInput label={t('password')} autoComplete="current-password" {...form.field('iv_password')} />
        <SubmitButton progress={form.progress} color="red.9">
          {t('delete')}
        </SubmitButton>
        <Button component={Link} to={paths.mySettings} variant="subtle" color="gray" c="var(--ink)">
          {t('keep')}
        </Button>
      </Stack>
    </form>
  );
}
