import { Button, Skeleton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useGetProviderProfileQuery, useSession } from '@/api';
import { providerPath } from '@/app/paths';
import { Page, QueryStates } from '@/ui';
import { Hero } from '../parts/Hero';
import { Info } from '../parts/Info';
import { TrustStrip } from '../parts/TrustStrip';

/** /my_account: the own provider profile as the owner sees it. */
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
          rightSection={<IconExternalLink size={16} />}
        >
          {t('seeAsClient')}
        </Button>
      }
    >
      <QueryStates query={query} skeleton={<Skeleton height={320} />}>
        {({ data }) => (
          <>
            <Hero provider={data.account_data} />
            <TrustStrip provider={data.account_data} summary={data.rating_summary} />
            <Info provider={data.account_data} own />
          </>
        )}
      </QueryStates>
    </Page>
  );
}
