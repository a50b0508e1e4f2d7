import { Button, Card, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { Trans, useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { Page } from '@/ui';
import { GuestDataRequest } from '../components/GuestDataRequest';
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

/** Self-service: downloading and deleting the user's data. */
function OwnData() {
  const { t } = useTranslation('information');
  return (
    <section className={classes.section}>
      <h2>{t('atOnce')}</h2>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card>
          <h3>{t('exportTitle')}</h3>
          <Text c="dimmed" my="md">
            {t('exportText')}
          </Text>
          <Button component={Link} to={`${paths.mySettings}#data_export`} variant="light" mt="auto">
            {t('export')}
          </Button>
        </Card>
        <Card>
          <h3>{t('deleteTitle')}</h3>
          <Text c="dimmed" my="md">
            {t('deleteText')}
          </Text>
          <Button component={Link} to={paths.deleteAccount} variant="default" mt="auto">
            {t('delete')}
          </Button>
        </Card>
      </SimpleGrid>
    </section>
  );
}
