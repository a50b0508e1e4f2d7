import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { Trans, useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { Page } from '@/ui';
import { GuestDataRequest } from '../components/GuestDataRequest';
import { OwnData } from '../components/OwnData';
import { OwnRequests } from '../components/OwnRequests';
import { RequestForm } from '../components/RequestForm';
import classes from '../components/RequestForm.module.css';

/** /user_request: a support request from anybody; below, earlier requests and self-service. */
export default function UserRequest() {
  const { t } = useTranslation('information');
  const { isAuthenticated } = useSession();
  return (
    <Page title={t('requestTitle')} lead={t('requestLead')}>
      <div className={classes.columns}>
        <div>
          <RequestForm />
          {isAuthenticated ? null : (
            <p className={classes.quiet}>
              <Trans t={t} i18nKey="signInToo" components={{ signin: <Link to={paths.signIn} /> }} />
            </p>
          )}
        </div>
        {isAuthenticated ? (
          <div>
            <OwnRequests />
            <OwnData />
          </div>
        ) : (
          <GuestDataRequest />
        )}
      </div>
    </Page>
  );
}
