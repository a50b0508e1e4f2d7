import { type FormEvent, useState } from 'react';
import { Button, Card, SimpleGrid, Text, TextInput } from '@mantine/core';
import { Link } from 'react-router-dom';
import { asFailure, useSession } from '@/api';
import { Trans, useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { Page } from '@/ui';
import { OwnRequests } from '../components/OwnRequests';
import { RequestForm } from '../components/RequestForm';
import classes from '../components/RequestForm.module.css';
import { useRequestGuestDataMutation } from '../api';

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

/** Somebody who booked without an account asks for their data: the link comes by mail (product.md 4.6). */
function GuestDataRequest() {
  const { t } = useTranslation('information');
  const [email, setEmail] = useState('');
  const [ask, state] = useRequestGuestDataMutation();
  const failure = state.error ? asFailure(state.error) : null;
  function submit(event: FormEvent): void {
    event.preventDefault();
    void ask({ iv_email: email });
  }
  return (
    <section className={classes.section}>
      <Card>
        <h2>{t('guestData.title')}</h2>
        {state.isSuccess ? (
          <Text role="status">{t('guestData.sent')}</Text>
        ) : (
          <form onSubmit={submit} noValidate>
            <Text c="dimmed" mb="md">
              {t('guestData.text')}
            </Text>
            <TextInput
              label={t('guestData.email')}
              type="email"
              autoComplete="email"
              value={email}
              error={failure ? (failure.iv_msg['iv_email'] ?? failure.main_msg) : null}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" variant="light" mt="md" loading={state.isLoading}>
              {t('guestData.ask')}
            </Button>
          </form>
        )}
      </Card>
    </section>
  );
}
