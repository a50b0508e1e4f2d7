import { Button, Group, Paper, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { sessionChanged, useSession } from '@/api';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { accountDialogs, useDialog } from '@/routing';
import { Avatar, Page, toast, useBigScreen } from '@/ui';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { useUpdateAccountProfileMutation } from '../api';

/** The client's profile. */
export default function MyProfile() {
  const { t } = useTranslation('settings');
  const dispatch = useDispatch();
  const session = useSession();
  const [updateProfile] = useUpdateAccountProfileMutation();
  const form = useCallForm({
    call: 'update_account_profile',
    initial: { iv_name: session.name, iv_phone: session.phone },
    send: (values) => updateProfile(values).unwrap(),
    onDone: (_answer, { iv_name, iv_phone }) => {
      dispatch(sessionChanged({ name: iv_name.trim(), phone: iv_phone.trim() }));
      toast.done(t('saved'));
      form.restart();
    },
  });
  return (
    <Page title={t('myProfile')}>
      <Picture />
      <Paper maw={480} bg="transparent">
        {session.ownerId ? (
          <form {...form.formProps}>
            <LeaveGuard isDirty={form.isDirty} />
            <FormProblem>{form.problem}</FormProblem>
            <Stack>
              <TextInput label={t('name')} autoComplete="name" {...form.field('iv_name')} />
              <TextInput
                label={t('phone')}
                description={t('phoneHint')}
                type="tel"
                inputMode="numeric"
                autoComplete="tel"
                {...form.field('iv_phone')}
              />
              <TextInput label={t('mail')} value={session.email} readOnly />
              <SubmitButton progress={form.progress}>{t('save')}</SubmitButton>
            </Stack>
          </form>
        ) : (
          <Skeleton height={300} />
        )}
      </Paper>
    </Page>
  );
}

/** Small screens have no sidebar: shows the picture and its edit button. */
function Picture() {
  const { t } = useTranslation('settings');
  const session = useSession();
  const { open } = useDialog(accountDialogs);
  if (useBigScreen()) return null;
  return (
    <Group mb="lg">
      <Avatar name={session.name} src={session.avatar} size={72} />
      <Button variant="default" leftSection={<IconCamera size={18} aria-hidden />} onClick={() => open('avatar')}>
        {t('changePicture')}
      </Button>
    </Group>
  );
}
