import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession, whole, type BlockedAccount } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { Avatar, EmptyState, Page, QueryStates } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { Tile, TileList, TileListSkeleton } from '@/ui/TileList';
import { usePaged } from '@/ui/use-paged';
import { useBlockedPagesInfiniteQuery } from '../api';
import { BlockedGuests } from '../components/BlockedGuests';
import { useBlock } from '../hooks/use-block';
import classes from './BlockedAccounts.module.css';

/** /blocked_accounts: the accounts that the user blocks, and unblocking them. */
export default function BlockedAccounts() {
  const { t } = useTranslation('safety');
  const { serviceProvider } = useSession();
  const { query, more } = usePaged(useBlockedPagesInfiniteQuery(whole, { refetchOnMountOrArgChange: true }));
  const back = (
    <Button component={Link} to={paths.mySettings} variant="light">
      {t('toSettings')}
    </Button>
  );
  return (
    <Page title={t('blockedAccounts')} lead={t('blockedLead')}>
      <QueryStates
        query={query}
        skeleton={<TileListSkeleton />}
        isEmpty={(pages) => pages.every(({ accounts }) => accounts.length === 0)}
        empty={
          <EmptyState icon={IconShieldCheck} action={back}>
            {t('noneBlocked')}
          </EmptyState>
        }
      >
        {(pages) => (
          <>
            <TileList>
              {pages
                .flatMap(({ accounts }) => accounts)
                .map((account) => (
                  <li key={account.user_id}>
                    <BlockedAccountRow account={account} />
                  </li>
                ))}
            </TileList>
            <ShowMore more={more} />
          </>
        )}
      </QueryStates>
      {serviceProvider ? <BlockedGuests /> : null}
    </Page>
  );
}

function BlockedAccountRow({ account: { user_id, name, username, avatar, expertise } }: { account: BlockedAccount }) {
  const { t } = useTranslation('safety');
  const { busy, toggle } = useBlock(user_id, true);
  const about = expertise || (username ? `@${username}` : '');
  return (
    <Tile label={name}>
      <Avatar name={name} src={avatar} size={48} />
      <div className={classes.person}>
        <strong>{name}</strong>
        {about ? (
          <small>
            <bdi>{about}</bdi>
          </small>
        ) : null}
      </div>
      <Button variant="default" loading={busy} aria-label={t('unblockWhom', { name })} onClick={() => void toggle()}>
        {t('unblock')}
      </Button>
    </Tile>
  );
}
