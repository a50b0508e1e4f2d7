import { useEffect, useRef } from 'react';
import { Button } from '@mantine/core';
import { type Icon, IconFlag, IconHistory, IconMailX, IconMessageQuestion, IconShieldLock, IconUsers } from '@tabler/icons-react';
import { Link, Navigate, NavLink, Route, Routes, useLocation } from 'react-router-dom';
import { useGetSecondFactorsQuery } from '@/features/security';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, Page } from '@/ui';
import { type Section, sectionPath, sections } from '../paths';
import { Account } from './Account';
import { Accounts } from './Accounts';
import { Log } from './Log';
import { Mails } from './Mails';
import { Report } from './Report';
import { Reports } from './Reports';
import { Request } from './Request';
import { Requests } from './Requests';
import classes from '../components/StaffMenu.module.css';
import { useStaffGetOverviewQuery } from '../api';

/** The staff need a second factor before they can see or do anything (product.md 1.14). */
function NoFactor() {
  const { t } = useTranslation('staff');
  const action = (
    <Button component={Link} to={paths.security}>
      {t('setUpFactor')}
    </Button>
  );
  return (
    <Page title={t('factorTitle')}>
      <EmptyState icon={IconShieldLock} action={action}>
        {t('factorNeeded')}
      </EmptyState>
    </Page>
  );
}

/** /staff: the console for reports and requests. Its menu stays while the pages change. */
export default function Staff() {
  const { data: factors } = useGetSecondFactorsQuery();
  if (factors && !factors.data.authenticator_app && factors.data.passkeys.length === 0) return <NoFactor />;
  return (
    <div className={classes.console}>
      <StaffMenu />
      <div className={classes.screen}>
        <Routes>
          <Route path="reports" element={<Reports />} />
          <Route path="reports/:reportId" element={<Report />} />
          <Route path="requests" element={<Requests />} />
          <Route path="requests/:requestId" element={<Request />} />
          <Route path="accounts" element={<Accounts />} />
          <Route path="accounts/:accountId" element={<Account />} />
          <Route path="log" element={<Log />} />
          <Route path="mails" element={<Mails />} />
          <Route path="*" element={<Navigate to={sectionPath('reports')} replace />} />
        </Routes>
      </div>
    </div>
  );
}

const icons: Readonly<Record<Section, Icon>> = {
  reports: IconFlag,
  requests: IconMessageQuestion,
  accounts: IconUsers,
  log: IconHistory,
  mails: IconMailX,
};

/** The staff pages with the number of waiting items: a sidebar, or a row above the page on small screens. */
function StaffMenu() {
  const { t } = useTranslation('staff');
  const { pathname } = useLocation();
  const { currentData } = useStaffGetOverviewQuery();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    bar.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const waiting: Partial<Record<Section, number>> = {
    reports: currentData?.data.open_reports ?? 0,
    requests: currentData?.data.open_requests ?? 0,
  };
  return (
    <nav className={classes.menu} aria-label={t('menu')} ref={bar}>
      {sections.map((section) => {
        const Picture = icons[section];
        return (
          <NavLink key={section} to={sectionPath(section)} className={classes.link}>
            <Picture size={20} aria-hidden />
            <span>{t(`section.${section}`)}</span>
            {waiting[section] ? <b className={classes.count}>{waiting[section]}</b> : null}
          </NavLink>
        );
      })}
    </nav>
  );
}
