import { Suspense, useEffect, useState } from 'react';
import { ActionIcon, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconCopy, IconShare3 } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession, type AccountData } from '@/api';
import { pageAddress, SharePageDialog } from '@/features/share';
import { useTranslation } from '@/i18n/use-translation';
import { copyText } from '@/platform/share';
import { paths, providerPath } from '@/routing';
import { Avatar, FocusPage, QueryStates, toast } from '@/ui';
import { useGetProviderProfileQuery } from '../api';
import { NextSteps } from './NextSteps';
import classes from './OnboardingComplete.module.css';

/** The end of onboarding: the new page, its address to share, and further steps. */
export function OnboardingComplete() {
  const { t } = useTranslation('onboarding');
  const { ownerId } = useSession();
  const query = useGetProviderProfileQuery({ ownerId });
  // The address does not change, so nothing else scrolls from the end of the form to the new content.
  useEffect(() => {
    window.scrollTo(0, 0);
    document.querySelector('main')?.focus({ preventScroll: true });
  }, []);
  return (
    <FocusPage title={t('doneTitle')}>
      <Text role="status" mb="lg">
        {t('done')}
      </Text>
      <QueryStates query={query} skeleton={<Skeleton height={440} />}>
        {({ data }) => (
          <>
            <PagePreview account={data.account_data} />
            <NextSteps account={data.account_data} />
          </>
        )}
      </QueryStates>
      <Button component={Link} to={paths.myAccount} size="lg" fullWidth mt="xl" variant="light">
        {t('dashboard')}
      </Button>
    </FocusPage>
  );
}

function PagePreview({ account }: { account: AccountData }) {
  const { t } = useTranslation('onboarding');
  const [sharing, setSharing] = useState(false);
  const session = useSession();
  // The session learns of a username that the server made before the page does.
  const username = session.username || account.username || account.name;
  const address = pageAddress(username);
  const copy = async () => {
    if (await copyText(address)) toast.done(t('copied'));
  };
  return (
    <div className={classes.preview}>
      <div className={classes.cover} aria-hidden />
      <Avatar name={account.name} src={account.avatar} size={72} />
      <h2 className={classes.name}>{account.name}</h2>
      <p className={classes.line}>{[account.expertise, account.city].filter(Boolean).join(' · ')}</p>
      <Group gap="2xs" wrap="nowrap" justify="center" mb="md">
        <Link to={providerPath(username)} className={classes.address} dir="ltr">
          {address.replace(/^https?:\/\//, '')}
        </Link>
        <ActionIcon aria-label={t('copy')} onClick={() => void copy()}>
          <IconCopy size={18} />
        </ActionIcon>
      </Group>
      <Button fullWidth size="lg" leftSection={<IconShare3 size={18} aria-hidden />} onClick={() => setSharing(true)}>
        {t('share')}
      </Button>
      <Suspense>
        {sharing ? <SharePageDialog provider={{ name: account.name, username }} own onClose={() => setSharing(false)} /> : null}
      </Suspense>
    </div>
  );
}
