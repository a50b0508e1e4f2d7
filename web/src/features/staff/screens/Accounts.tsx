import { useState } from 'react';
import { Tabs, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconUsers } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { useChangeSearchParams } from '@/routing';
import { Avatar, EmptyState, Page, QueryStates } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { usePaged } from '@/ui/use-paged';
import { useAccountPagesInfiniteQuery, type AccountLine, type AccountsFilter } from '../api';
import { AccountMarks, Mark } from '../components/Person';
import { ReadingReasonPage } from '../components/ReadingReasonPage';
import { RowList, RowListSkeleton } from '../components/ReportRows';
import classes from '../components/ReportRows.module.css';
import { useChoiceParam } from '../hooks/use-choice-param';
import { accountPath } from '../paths';
import { readingReasonOf, type ReadingReason } from '../reading-reasons';

const standings = ['all', 'suspended'] as const;

/** /staff/accounts: all accounts, searchable, and the suspended ones, after the reason to look through them. */
export function Accounts() {
  const { t } = useTranslation('staff');
  const [params] = useSearchParams();
  const reason = readingReasonOf(params);
  return reason ? (
    <OpenAccounts reason={reason} />
  ) : (
    <ReadingReasonPage title={t('section.accounts')} back={{ section: 'reports', text: t('toReports') }} />
  );
}

function OpenAccounts({ reason }: { reason: ReadingReason }) {
  const { t } = useTranslation('staff');
  const [standing, setStanding] = useChoiceParam('standing', standings);
  const { typed, searched, type } = useSearchInput();
  return (
    <Page title={t('section.accounts')}>
      <Tabs value={standing} onChange={setStanding} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="all">{t('all')}</Tabs.Tab>
          <Tabs.Tab value="suspended">{t('suspendedOnes')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="all">
          <TextInput
            mb="md"
            maw={560}
            type="search"
            label={t('findAccount')}
            maxLength={120}
            leftSection={<IconSearch size={20} aria-hidden />}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <FoundAccounts filter={{ reason, standing: 'all', q: searched }} />
        </Tabs.Panel>
        <Tabs.Panel value="suspended">
          <FoundAccounts filter={{ reason, standing: 'suspended', q: '' }} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function FoundAccounts({ filter }: { filter: AccountsFilter }) {
  const { t } = useTranslation('staff');
  const query = useAccountPagesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
  const { more } = usePaged(query);
  const accounts = query.currentData?.pages.flatMap((page) => page.accounts) ?? [];
  return (
    <QueryStates
      query={query}
      skeleton={<RowListSkeleton />}
      isEmpty={() => accounts.length === 0}
      empty={<EmptyState icon={IconUsers}>{t(filter.standing === 'suspended' ? 'nobodySuspended' : 'nobodyFound')}</EmptyState>}
    >
      {() => (
        <>
          <RowList>
            {accounts.map((account) => (
              <AccountRow key={account.owner_id} account={account} reason={filter.reason} />
            ))}
          </RowList>
          <ShowMore more={more} />
        </>
      )}
    </QueryStates>
  );
}

function AccountRow({ account, reason }: { account: AccountLine; reason: ReadingReason }) {
  const { t } = useTranslation('staff');
  return (
    <li>
      <Link to={accountPath(account.owner_id, reason)} className={classes.row}>
        <Avatar name={account.name} src={account.avatar} size={48} />
        <span className={classes.what}>
          <strong>
            <bdi>{account.name}</bdi>
            <AccountMarks party={account} />
            {account.open_reports > 0 ? <Mark tone="warm">{t('openReports', { count: account.open_reports })}</Mark> : null}
          </strong>
          <span>
            <bdi>{[account.username ? `@${account.username}` : '', account.email].filter(Boolean).join(' · ')}</bdi>
          </span>
        </span>
        <span className={classes.aside}>{t(account.provider ? 'provider' : 'client')}</span>
      </Link>
    </li>
  );
}

/** The search starts after this pause in typing, in milliseconds. */
const typingPause = 300;

/** A search text: as typed, and as written to the address after a pause. */
function useSearchInput() {
  const [params] = useSearchParams();
  const change = useChangeSearchParams();
  const searched = params.get('q') ?? '';
  const [typed, setTyped] = useState(searched);
  const search = useDebouncedCallback((text: string) => {
    change(
      (now) => {
        if (text) now.set('q', text);
        else now.delete('q');
        return now;
      },
      { replace: true },
    );
  }, typingPause);
  const type = (text: string) => {
    setTyped(text);
    search(text.trim());
  };
  return { typed, searched, type };
}
