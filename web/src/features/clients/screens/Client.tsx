import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconMessageCircle } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { conversationWith, paths } from '@/routing';
import { Avatar, Page, QueryStates } from '@/ui';
import { phoneText } from '@/ui/phone';
import { useGetClientQuery, type ClientShown } from '../api';
import { ClientBookings } from '../components/ClientBookings';
import { ClientFiles } from '../components/ClientFiles';
import { NoteEditor, PhoneEditor, TagsEditor } from '../components/ClientEditors';
import { Spent } from '../components/Spent';
import { useVisitText } from '../hooks/use-visit-text';
import classes from './Client.module.css';

/** /clients/{id}: one of the provider's clients (product.md 4.17). */
export default function Client() {
  const { clientId = '' } = useParams();
  const { t } = useTranslation('clients');
  const query = useGetClientQuery(clientId, { refetchOnMountOrArgChange: true });
  const client = query.currentData?.data.client;
  return (
    <Page
      title={client ? <bdi>{client.name}</bdi> : t('name')}
      lead={client ? <Reach client={client} /> : null}
      actions={
        <Button
          component={Link}
          to={paths.clients}
          variant="subtle"
          leftSection={<IconArrowLeft size={18} className={classes.back} aria-hidden />}
        >
          {t('back')}
        </Button>
      }
    >
      <QueryStates query={query} skeleton={<ClientSkeleton />}>
        {({ data }) => <ClientDetails key={data.client.client_id} client={data.client} />}
      </QueryStates>
    </Page>
  );
}

/** Whether it is a guest, address and telephone number. */
function Reach({ client: { is_guest, email, phone } }: { client: ClientShown }) {
  const { t } = useTranslation('clients');
  return (
    <>
      {is_guest ? `${t('guest')} · ` : null}
      <bdi>{email}</bdi>
      {phone ? (
        <>
          {email ? ' · ' : null}
          <a href={`tel:${phoneText(phone)}`} dir="ltr">
            {phoneText(phone)}
          </a>
        </>
      ) : null}
    </>
  );
}

function ClientDetails({ client }: { client: ClientShown }) {
  const { t } = useTranslation('clients');
  return (
    <Stack gap="lg">
      <Group gap="md">
        <Avatar name={client.name} src={client.avatar} size={64} />
        {client.is_guest ? null : (
          <Button
            component={Link}
            to={conversationWith(client.owner_id)}
            variant="light"
            leftSection={<IconMessageCircle size={18} aria-hidden />}
          >
            {t('writeMessage')}
          </Button>
        )}
      </Group>
      <Figures client={client} />
      <PhoneEditor client={client} />
      <TagsEditor client={client} />
      <NoteEditor client={client} />
      <ClientFiles clientId={client.client_id} />
      <ClientBookings orders={client.orders} />
    </Stack>
  );
}

function Figures({ client }: { client: ClientShown }) {
  const { t } = useTranslation('clients');
  const day = useVisitText();
  const figures = [
    [t('visits'), client.visits],
    [t('noShows'), client.no_shows],
    [t('lastVisit'), day(client.last_visit)],
    [t('nextVisit'), day(client.next_visit)],
    [t('spent'), <Spent key="spent" client={client} />],
  ] as const;
  return (
    <section aria-label={t('figures')}>
      <dl className={classes.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ClientSkeleton() {
  return (
    <Stack gap="md">
      <Skeleton height={64} width={64} circle />
      <Skeleton height={72} radius="lg" />
      <Skeleton height={60} radius="lg" />
      <Skeleton height={140} radius="lg" />
    </Stack>
  );
}
