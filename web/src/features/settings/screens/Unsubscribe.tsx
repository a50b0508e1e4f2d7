import { Button, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router-dom';
import { asFailure, useSession } from '@/api';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { FocusPage } from '@/ui';
import { useUnsubscribeMailMutation } from '../api';
import { kindOfUnsubscribeToken, type StoppedMails } from '../model';

function ContinueLinks() {
  const { t } = useTranslation('settings');
  const { isAuthenticated } = useSession();
  return (
    <Button component={Link} to={isAuthenticated ? paths.mySettings : paths.feed} variant="light" fullWidth>
      {isAuthenticated ? t('unsubscribe.settings') : t('unsubscribe.onwards')}
    </Button>
  );
}

function BrokenLink() {
  const { t } = useTranslation('settings');
  return (
    <FocusPage title={t('unsubscribe.brokenTitle')}>
      <Text role="alert" mb="lg">
        {t('unsubscribe.broken')}
      </Text>
      <ContinueLinks />
    </FocusPage>
  );
}

function UnsubscribeForm({ token, kind }: { token: string; kind: StoppedMails }) {
  const { t } = useTranslation('settings');
  const [stop, { isLoading, isSuccess, isError, error }] = useUnsubscribeMailMutation();
  const news = t(`news.${kind}`);
  if (isSuccess) {
    return (
      <FocusPage title={t('unsubscribe.doneTitle')}>
        <Text role="status" mb="lg">
          {kind === 'unasked' ? t('unsubscribe.doneUnasked') : t('unsubscribe.done', { news })}
        </Text>
        <ContinueLinks />
      </FocusPage>
    );
  }
  const failure = isError ? asFailure(error) : null;
  if (failure?.kind === 'not_found') return <BrokenLink />;
  return (
    <FocusPage title={t('unsubscribe.title')} lead={kind === 'unasked' ? t('unsubscribe.leadUnasked') : t('unsubscribe.lead', { news })}>
      <Stack>
        <FormProblem>{failure?.main_msg ?? ''}</FormProblem>
        <Button fullWidth loading={isLoading} onClick={() => void stop(token)}>
          {t('unsubscribe.stop')}
        </Button>
        <ContinueLinks />
      </Stack>
    </FocusPage>
  );
}

/** /unsubscribe?token=…: the target of a mail's link. Opening it changes nothing, because link scanners open links. */
export default function Unsubscribe() {
  const token = useSearchParams()[0].get('token') ?? '';
  const kind = kindOfUnsubscribeToken(token);
  return kind ? <UnsubscribeForm token={token} kind={kind} /> : <BrokenLink />;
}
