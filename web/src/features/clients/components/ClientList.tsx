import { IconNote } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { clientPath } from '@/routing';
import { Avatar, useBigScreen } from '@/ui';
import { phoneText } from '@/ui/phone';
import type { ClientLine } from '../api';
import { useVisitText } from '../hooks/use-visit-text';
import classes from './ClientList.module.css';
import { Spent } from './Spent';

/** The clients: a table at a desk, cards on a phone. */
export function ClientList({ clients }: { clients: readonly ClientLine[] }) {
  return useBigScreen() ? <ClientTable clients={clients} /> : <ClientCards clients={clients} />;
}

function ClientTable({ clients }: { clients: readonly ClientLine[] }) {
  const { t } = useTranslation('clients');
  const day = useVisitText();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('lastVisit')}</th>
          <th scope="col">{t('nextVisit')}</th>
          <th scope="col">{t('visits')}</th>
          <th scope="col">{t('spent')}</th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <tr key={client.client_id}>
            <th scope="row">
              <Who client={client} />
            </th>
            <td>{day(client.last_visit)}</td>
            <td>{day(client.next_visit)}</td>
            <td>{client.visits}</td>
            <td>
              <Spent client={client} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ClientCards({ clients }: { clients: readonly ClientLine[] }) {
  const { t } = useTranslation('clients');
  const day = useVisitText();
  return (
    <ul className={classes.cards}>
      {clients.map((client) => (
        <li key={client.client_id}>
          <Who client={client} />
          <span className={classes.facts}>
            <span>{t('visitCount', { count: client.visits })}</span>
            {client.next_visit ? <span>{t('next', { date: day(client.next_visit) })}</span> : null}
            {!client.next_visit && client.last_visit ? <span>{t('last', { date: day(client.last_visit) })}</span> : null}
            {client.spent.length ? (
              <span>
                <Spent client={client} />
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Picture, name and tags; the name leads to the client's page, and is pressed anywhere in the row. */
function Who({ client }: { client: ClientLine }) {
  const { t } = useTranslation('clients');
  const { client_id, name, avatar, is_guest, tags, has_note, email, phone } = client;
  return (
    <span className={classes.who}>
      <Avatar name={name} src={avatar} size={40} />
      <span>
        <Link to={clientPath(client_id)} className={classes.name}>
          <bdi>{name}</bdi>
        </Link>
        {has_note ? <IconNote size={18} role="img" aria-label={t('hasNote')} className={classes.icon} /> : null}
        <span className={classes.address}>
          {is_guest ? `${t('guest')} · ` : null}
          <bdi>{email || phoneText(phone)}</bdi>
        </span>
        {tags.length ? (
          <span className={classes.tags}>
            {tags.map((tag) => (
              <bdi key={tag}>{tag}</bdi>
            ))}
          </span>
        ) : null}
      </span>
    </span>
  );
}
