import { Skeleton, Text } from '@mantine/core';
import { topicOf } from '@/forms/request-topics';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, TimeAgo } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { usePaged } from '@/ui/use-paged';
import { useOwnRequestPagesInfiniteQuery, type OwnRequest } from '../api';
import classes from './RequestForm.module.css';

/** The user's support requests and their answers. */
export function OwnRequests() {
  const { t } = useTranslation('information');
  const query = useOwnRequestPagesInfiniteQuery(null, { refetchOnMountOrArgChange: true });
  const { more } = usePaged(query);
  const requests = query.currentData?.pages.flatMap((page) => page.requests) ?? [];
  return (
    <section className={classes.section}>
      <h2>{t('ownRequests')}</h2>
      <QueryStates
        query={query}
        skeleton={<Skeleton height={96} radius="lg" />}
        isEmpty={() => requests.length === 0}
        empty={<Text c="dimmed">{t('noRequests')}</Text>}
      >
        {() => (
          <>
            <ul className={classes.requests}>
              {requests.map((request) => (
                <OwnRequestCard key={request.request_id} request={request} />
              ))}
            </ul>
            <ShowMore more={more} />
          </>
        )}
      </QueryStates>
    </section>
  );
}

function OwnRequestCard({ request: { topic, text, filed_at, answer, answered_at } }: { request: OwnRequest }) {
  const { t } = useTranslation('information');
  return (
    <li className={classes.request}>
      <p className={classes.head}>
        <strong>{t(`topic.${topicOf(topic) ?? 'other'}`)}</strong>
        <span className={classes.status} data-answered={answered_at ? true : undefined}>
          {t(answered_at ? 'answered' : 'waits')}
        </span>
        <small>
          <TimeAgo instant={filed_at} />
        </small>
      </p>
      <p className={classes.text} dir="auto">
        {text}
      </p>
      {answered_at ? (
        <div className={classes.answer}>
          <small>
            {t('ourAnswer')} · <TimeAgo instant={answered_at} />
          </small>
          <p className={classes.text} dir="auto">
            {answer}
          </p>
        </div>
      ) : null}
    </li>
  );
}
