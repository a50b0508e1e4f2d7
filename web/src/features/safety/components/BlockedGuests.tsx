import { Button } from '@mantine/core';
import { asFailure, type GuestBlock } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { Avatar, QueryStates, TimeAgo, toast } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { Tile, TileList, TileListSkeleton } from '@/ui/TileList';
import { usePaged } from '@/ui/use-paged';
import { useBlockedGuestPagesInfiniteQuery, useUnblockGuestMutation } from '../api';
import classes from '../screens/BlockedAccounts.module.css';

/** The guests whom a provider blocks, without their addresses, and unblocking them. */
export function BlockedGuests() {
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
