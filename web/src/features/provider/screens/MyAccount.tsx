import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconCamera, IconExternalLink, IconShare3 } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { NextSteps } from '@/features/onboarding';
import { useTranslation } from '@/i18n/use-translation';
import { accountDialogs, providerPath, useDialog } from '@/routing';
import { Page, QueryStates, useBigScreen } from '@/ui';
import { useGetProviderProfileQuery } from '../api';
import { ProviderHeader } from '../components/ProviderHeader';
import { ProviderInfo } from '../components/ProviderInfo';
import { TrustStrip } from '../components/TrustStrip';
import classes from './MyAccount.module.css';

/** /my_account: the user's own provider profile. */
export default function MyAccount() {
  const { t } = useTranslation('provider');
  const session = useSession();
  const query = useGetProviderProfileQuery({ ownerId: session.ownerId });
  return (
    <Page
      title={t('myAccount')}
      actions={
        <Button
          component={Link}
          to={providerPath(session.username || session.name)}
          variant="default"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('seeAsClient')}
        </Button>
      }
    >
      <QueryStates query={query} skeleton={<Skeleton height={320} />}>
        {({ data }) => (
          <>
            <ProviderHeader provider={data.account_data} heading="h2">
              <OwnActions />
            </ProviderHeader>
            <TrustStrip provider={data.account_data} summary={data.rating_summary} />
            <div className={classes.next}>
              <NextSteps account={data.account_data} onlyOpen />
            </div>
            <ProviderInfo provider={data.account_data} own />
          </>
        )}
      </QueryStates>
    </Page>
  );
}

/** Small screens have no sidebar: shows the picture and the share button. */
function OwnActions() {
  const { t } = useTranslation(['provider', 'share']);
  const big = useBigScreen();
  const { open } = useDialog(accountDialogs);
  if (big) return null;
  return (
    <>
      <ActionIcon variant="default" size={44} aria-label={t('changePicture')} onClick={() => open('avatar')}>
        <IconCamera size={18} />
      </ActionIcon>
      <ActionIcon variant="default" size={44} aria-label={t('share:ownTitle')} onClick={() => open('share_page')}>
        <IconShare3 size={18} />
      </ActionIcon>
    </>
  );
}
