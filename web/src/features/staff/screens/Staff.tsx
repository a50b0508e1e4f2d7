import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { Link, Navigate, Route, Routes } from 'react-router-dom';
import { useGetSecondFactorsQuery } from '@/features/security';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, Page } from '@/ui';
import { StaffMenu } from '../components/StaffMenu';
import { sectionPath } from '../paths';
import { Account } from './Account';
import { Accounts } from './Accounts';
import { Log } from './Log';
import { Mails } from './Mails';
import { Report } from './Report';
import { Reports } from './Reports';
import { Request } from './Request';
import { Requests } from './Requests';
import classes from './Staff.module.css';

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
