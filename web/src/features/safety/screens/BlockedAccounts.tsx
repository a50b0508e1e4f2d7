import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { asFailure, type BlockedAccount, type GuestBlock, useSession, whole } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { Avatar, EmptyState, Page, QueryStates, TimeAgo, toast } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { Tile, TileList, TileListSkeleton } from '@/ui/TileList';
import { usePaged } from '@/ui/use-paged';
import { useBlockedGuestPagesInfiniteQuery, useBlockedPagesInfiniteQuery, useUnblockGuestMutation } from '../api';
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

/** The guests whom a provider blocks, without their addresses, and unblocking them. */
function BlockedGuests() {
  const { t } = useTranslation('safety');
  const { query, more } = usePaged(useBlockedGuestPagesInfiniteQuery({}, { refetchOnMountOrArgChange: true }));
  return (
    <section aria-labelledby="blocked-guests" className={classes.guests}>
      <h2 id="blocked-guests">{t('blockedGuests')}</h2>
      <p>{t('blockedGuestsLead')}</p>
      <QueryStates
        query={query}
        skeleton={<TileListSkeleton />}
        isEmpty={(pages) => pages.every(({ guests }) => guests.length === 0)}
        empty={<p>{t('noGuestsBlocked')}</p>}
      >
        {(pages) => (
          <>
            <TileList>
              {pages
                .flatMap(({ guests }) => guests)
                .map((guest) => (
                  <li key={guest.block_id}>
                    <BlockedGuestRow guest={guest} />
                  </li>
                ))}
            </TileList>
            <ShowMore more={more} />
          </>
        )}
      </QueryStates>
    </section>
  );
}

function BlockedGuestRow({ guest: { block_id, name, blocked_date } }: { guest: GuestBlock }) {
  const { t } = useTranslation('safety');
  const [unblock, { isLoading }] = useUnblockGuestMutation();
  async function lift(): Promise<void> {
    try {
      toast.done((await unblock({ iv_block_id: block_id }).unwrap()).message.main_msg);
    } catch (error) {
      const { kind, main_msg } = asFailure(error);
      if (kind !== 'unavailable') toast.failed(main_msg);
    }
  }
  return (
    <Tile label={name}>
      <Avatar name={name} src="" size={48} />
      <div className={classes.person}>
        <strong>{name}</strong>
        <small>
          <TimeAgo instant={blocked_date} />
        </small>
      </div>
      <Button variant="default" loading={isLoading} aria-label={t('unblockWhom', { name })} onClick={() => void lift()}>
        {t('unblock')}
      </Button>
    </Tile>
  );
}
