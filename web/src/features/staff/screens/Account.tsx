import { Button, Skeleton } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { placeName } from '@/forms/places';
import { useTranslation } from '@/i18n/use-translation';
import { providerPath } from '@/routing';
import { Avatar, Page, QueryStates } from '@/ui';
import { useStaffGetAccountQuery, type AccountWhole } from '../api';
import { AccountActions } from '../components/AccountActions';
import cardClasses from '../components/Card.module.css';
import layoutClasses from '../components/CaseLayout.module.css';
import { Fact } from '../components/Fact';
import factsClasses from '../components/Evidence.module.css';
import { AccountMarks } from '../components/Person';
import personClasses from '../components/Person.module.css';
import { ReadingReasonPage } from '../components/ReadingReasonPage';
import { Acts, ShortReports } from '../components/ReportRows';
import { useInstantLabel } from '../hooks/use-labels';
import { sectionPath } from '../paths';
import { readingReasonOf, type ReadingReason } from '../reading-reasons';

/** /staff/accounts/:accountId: an account, its status, and the staff's actions on it, after the reason to look at it. */
export function Account() {
  const { t } = useTranslation('staff');
  const { accountId = '' } = useParams();
  const [params] = useSearchParams();
  const reason = readingReasonOf(params);
  return reason ? (
    <OpenAccount accountId={accountId} reason={reason} />
  ) : (
    <ReadingReasonPage title={t('account')} back={{ section: 'accounts', text: t('toAccounts') }} />
  );
}

function OpenAccount({ accountId, reason }: { accountId: string; reason: ReadingReason }) {
  const { t } = useTranslation('staff');
  const query = useStaffGetAccountQuery({ accountId, reason }, { refetchOnMountOrArgChange: true });
  const account = query.currentData?.data.account;
  return (
    <Page
      title={account ? <bdi>{account.name}</bdi> : t('account')}
      actions={
        <Button component={Link} to={sectionPath('accounts')} variant="default">
          {t('toAccounts')}
        </Button>
      }
    >
      <QueryStates query={query} skeleton={<Skeleton height={360} radius="lg" />}>
        {({ data }) => <AccountDetails account={data.account} />}
      </QueryStates>
    </Page>
  );
}

function AccountDetails({ account }: { account: AccountWhole }) {
  const { t } = useTranslation('staff');
  return (
    <div className={layoutClasses.case}>
      <div className={layoutClasses.facts}>
        <AccountFacts account={account} />
        <section className={`${cardClasses.card} ${layoutClasses.before}`}>
          <h2>{t('reportsAbout')}</h2>
          <ShortReports reports={account.reports} />
        </section>
        <section className={`${cardClasses.card} ${layoutClasses.before}`}>
          <h2>{t('history')}</h2>
          <Acts acts={account.history} />
        </section>
      </div>
      <section className={`${cardClasses.card} ${layoutClasses.decision}`}>
        <h2>{t('actions')}</h2>
        <AccountActions account={account} />
      </section>
    </div>
  );
}

function AccountFacts({ account }: { account: AccountWhole }) {
  const { t, i18n } = useTranslation('staff');
  const instant = useInstantLabel();
  return (
    <section className={cardClasses.card}>
      <h2>{t('who')}</h2>
      <div className={personClasses.person}>
        <Avatar name={account.name} src={account.avatar} size={56} />
        <div>
          <span>
            {t(account.provider ? 'provider' : 'client')} <AccountMarks party={account} />
          </span>
          <small>{account.email}</small>
        </div>
      </div>
      <br />
      <dl className={factsClasses.summary}>
        <Fact name={t('page')}>
          {account.provider && !account.suspended ? (
            <Link to={providerPath(account.username)} className={personClasses.plainLink}>
              @{account.username}
            </Link>
          ) : account.username ? (
            `@${account.username}`
          ) : null}
        </Fact>
        <Fact name={t('since')}>{instant(account.created_date)}</Fact>
        <Fact name={t('suspendedSince')}>{instant(account.suspended_at)}</Fact>
        <Fact name={t('expertise')}>{account.expertise}</Fact>
        <Fact name={t('place')}>{[account.city, placeName(account.country, i18n.language)].filter(Boolean).join(', ')}</Fact>
        <Fact wide name={t('bio')}>
          {account.bio}
        </Fact>
      </dl>
    </section>
  );
}
