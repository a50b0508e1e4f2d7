import { Button, Text } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { asFailure, useSession } from '@/api';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { FocusPage } from '@/ui';
import { useConfirmMailChangeMutation, useLazyCheckActiveLoginQuery } from '../api';

/** /confirm_mail_change/{token}: one side confirms by a press, so that no program that opens links does (product.md 1.16). */
export default function ConfirmMailChange() {
  const { t } = useTranslation('security');
  const { tokenId = '' } = useParams();
  const { isAuthenticated } = useSession();
  const [confirm, { data, error, isLoading }] = useConfirmMailChangeMutation();
  const [check] = useLazyCheckActiveLoginQuery();
  const press = async () => {
    const answer = await confirm({ iv_token: tokenId });
    // The session holds the address.
    if (answer.data?.data.changed && isAuthenticated) void check({});
  };
  const onwards = (
    <Button component={Link} to={isAuthenticated ? paths.mySettings : paths.signIn} variant="light" fullWidth mt="md">
      {isAuthenticated ? t('toSettings') : t('signIn')}
    </Button>
  );
  if (data) {
    return (
      <FocusPage title={data.data.changed ? t('changedTitle') : t('halfChangedTitle')}>
        <Text role="status">{data.message.main_msg}</Text>
        {onwards}
      </FocusPage>
    );
  }
  const failure = error ? asFailure(error) : null;
  // The link opens nothing any more: another press would not help.
  if (failure?.kind === 'refused') {
    return (
      <FocusPage title={t('confirmMailTitle')}>
        <FormProblem>{failure.main_msg}</FormProblem>
        {isAuthenticated ? (
          <Button component={Link} to={paths.mailAddress} fullWidth>
            {t('mailTitle')}
          </Button>
        ) : null}
        {onwards}
      </FocusPage>
    );
  }
  return (
    <FocusPage title={t('confirmMailTitle')} lead={t('confirmMailLead')}>
      <FormProblem>{failure?.main_msg ?? null}</FormProblem>
      <Button fullWidth size="lg" loading={isLoading} onClick={() => void press()}>
        {t('confirmMail')}
      </Button>
      {failure ? onwards : null}
    </FocusPage>
  );
}
