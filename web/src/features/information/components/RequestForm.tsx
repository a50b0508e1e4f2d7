import { Button, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '@/api';
import { FormProblem, limitsOf, SubmitButton, useCallForm } from '@/forms';
import { topicOf, topicsFor, type Topic } from '@/forms/request-topics';
import { useTranslation } from '@/i18n/use-translation';
import { deviceData } from '@/platform/device';
import { EmptyState } from '@/ui';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { useCreateUserRequestMutation } from '../api';
import classes from './RequestForm.module.css';

interface RequestInput {
  iv_topic: string;
  iv_text: string;
  /** Guests only: accounts have both on file. */
  iv_name?: string;
  iv_email?: string;
}

/** A new question to the staff. */
function useRequestForm() {
  const { isAuthenticated, serviceProvider } = useSession();
  const [params] = useSearchParams();
  const [ask] = useCreateUserRequestMutation();
  const topics = topicsFor(serviceProvider);
  const named = topicOf(params.get('topic'));
  const initial: RequestInput = {
    iv_topic: named && topics.includes(named) ? named : '',
    iv_text: '',
    ...(isAuthenticated ? {} : { iv_name: '', iv_email: '' }),
  };
  const form = useCallForm({
    call: 'create_user_request',
    initial,
    send: (input) => ask({ ...input, iv_topic: input.iv_topic as Topic, iv_device_data: deviceData() }).unwrap(),
  });
  const again = () => {
    const blank = { ...form.form.values, iv_topic: '', iv_text: '' } as const;
    form.form.setValues(blank);
    form.form.resetDirty(blank);
    form.restart();
  };
  return { form, topics, isGuest: !isAuthenticated, again };
}

/** The form of a support request. Guests also give name and address. */
export function RequestForm() {
  const { t } = useTranslation('information');
  const { form, topics, isGuest, again } = useRequestForm();
  if (form.progress === 'complete') return <RequestSent again={again} />;
  const typed = Array.from(form.form.values.iv_text).length;
  return (
    <form {...form.formProps} className={classes.form}>
      <LeaveGuard isDirty={form.isDirty} />
      <FormProblem>{form.problem}</FormProblem>
      <Stack>
        <Select
          label={t('topicLabel')}
          placeholder={t('topicChoose')}
          data={topics.map((topic) => ({ value: topic, label: t(`topic.${topic}`) }))}
          {...form.field('iv_topic')}
        />
        <Textarea
          label={t('text')}
          placeholder={t('textHint')}
          description={t('letters', { count: typed, most: limitsOf('create_user_request', 'iv_text').max ?? 0 })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          minRows={5}
          maxRows={14}
          autosize
          {...form.field('iv_text')}
        />
        {isGuest ? (
          <>
            <TextInput label={t('name')} autoComplete="name" {...form.field('iv_name')} />
            <TextInput label={t('email')} type="email" inputMode="email" autoComplete="email" {...form.field('iv_email')} />
          </>
        ) : null}
        <SubmitButton progress={form.progress}>{t('send')}</SubmitButton>
      </Stack>
    </form>
  );
}

function RequestSent({ again }: { again: () => void }) {
  const { t } = useTranslation('information');
  return (
    <div role="status" className={classes.form}>
      <EmptyState
        icon={IconMailCheck}
        action={
          <Button variant="default" onClick={again}>
            {t('askAgain')}
          </Button>
        }
      >
        {t('sent')}
      </EmptyState>
    </div>
  );
}
