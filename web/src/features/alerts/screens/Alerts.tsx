import { useId, useState } from 'react';
import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconBell, IconBellCheck, IconSettings } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { whole, type Alert, type BookingData } from '@/api';
import { PushOffer } from '@/features/push';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { Avatar, EmptyState, Page, QueryStates, TimeAgo, useNow } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { TileListSkeleton } from '@/ui/TileList';
import { usePaged, type More } from '@/ui/use-paged';
import { RequestAnswer } from '@/features/schedule';
import { pathOnServer } from '@/platform/server';
import { deviceStorage } from '@/platform/site-data';
import { useAlertPagesInfiniteQuery, useGetUserAlertsQuery, useUpdateAlertStatusMutation } from '../api';
import { groupByDay, requestOf, mergeAlerts } from '../model';
import classes from './Alerts.module.css';

/** /alerts: all alerts, newest first. */
export default function Alerts() {
  const { t } = useTranslation('alerts');
  const { query, more, unread, orders } = useAlerts();
  const [onlyUnread, setOnlyUnread] = useState(false);
  const read = useMarkRead();
  const actions = (
    <>
      {unread > 0 ? (
        <Button variant="light" onClick={() => read('all')}>
          {t('readAll')}
        </Button>
      ) : null}
      <ActionIcon
        component={Link}
        to={`${paths.mySettings}#notifications`}
        variant="default"
        size={42}
        aria-label={t('preferences')}
        title={t('preferences')}
      >
        <IconSettings size={20} />
      </ActionIcon>
    </>
  );
  return (
    <div className={classes.narrow}>
      <Page title={t('title')} actions={actions}>
        <DeviceOffer />
        <QueryStates
          query={query}
          skeleton={<TileListSkeleton rows={5} />}
          isEmpty={(alerts) => alerts.length === 0 && more.state === 'over'}
          empty={<NoAlerts />}
        >
          {(alerts) => (
            <>
              <ReadFilter unread={unread} onlyUnread={onlyUnread} onChange={setOnlyUnread} />
              <AlertList alerts={alerts} orders={orders} more={more} unread={unread} onlyUnread={onlyUnread} onRead={(id) => read([id])} />
            </>
          )}
        </QueryStates>
      </Page>
    </div>
  );
}

/** The storage key of the choice not to be asked here again. */
const offerDismissed = 'push_offer_dismissed';

/** One line that offers alerts on this device, until it is put aside. */
function DeviceOffer() {
  const { t } = useTranslation('alerts');
  const [dismissed, setDismissed] = useState(() => deviceStorage.getItem(offerDismissed) !== null);
  if (dismissed) return null;
  const dismiss = () => {
    deviceStorage.setItem(offerDismissed, 'yes');
    setDismissed(true);
  };
  return (
    <div className={classes.offer}>
      <PushOffer why={t('pushWhy')} onDismiss={dismiss}>
        {t('pushTurnOn')}
      </PushOffer>
    </div>
  );
}

interface ReadFilterProps {
  unread: number;
  onlyUnread: boolean;
  onChange: (onlyUnread: boolean) => void;
}

function ReadFilter({ unread, onlyUnread, onChange }: ReadFilterProps) {
  const { t } = useTranslation('alerts');
  return (
    <SegmentedControl
      mb="lg"
      aria-label={t('show')}
      value={onlyUnread ? 'unread' : 'all'}
      onChange={(chosen) => onChange(chosen === 'unread')}
      data={[
        { value: 'all', label: t('all') },
        { value: 'unread', label: unread ? t('unreadCount', { count: unread }) : t('unread') },
      ]}
    />
  );
}

interface AlertListProps {
  alerts: Alert[];
  /** The bookings with the account's clients. */
  orders: BookingData[];
  more: More;
  unread: number;
  onlyUnread: boolean;
  onRead: (id: string) => void;
}

/** The alerts by day. The unread filter fetches no more pages than the unread count requires. */
function AlertList({ alerts, orders, more, unread, onlyUnread, onRead }: AlertListProps) {
  const { t } = useTranslation('alerts');
  const now = useNow();
  const shown = onlyUnread ? alerts.filter(({ status }) => status === 'active') : alerts;
  const all = onlyUnread && shown.length >= unread;
  return (
    <>
      {groupByDay(shown, now).map((group) => (
        <section key={group.mark} className={classes.group} aria-label={t(group.mark)}>
          <h2>{t(group.mark)}</h2>
          <ul className={classes.list}>
            {group.alerts.map((alert) => (
              <li key={alert.notification_id}>
                <AlertRow alert={alert} request={requestOf(alert, orders)} onRead={() => onRead(alert.notification_id)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {shown.length === 0 && (all || more.state === 'over') ? <EmptyState icon={IconBellCheck}>{t('allRead')}</EmptyState> : null}
      {all ? null : <ShowMore more={more} />}
    </>
  );
}

function NoAlerts() {
  const { t } = useTranslation('alerts');
  const find = (
    <Button component={Link} to={paths.search} variant="light">
      {t('find')}
    </Button>
  );
  return (
    <EmptyState icon={IconBell} action={find}>
      {t('empty')}
    </EmptyState>
  );
}

/** All alerts as one list: live updates at the top, older alerts page by page. */
function useAlerts() {
  const live = useGetUserAlertsQuery(whole).currentData?.data;
  const { query, more } = usePaged(useAlertPagesInfiniteQuery(whole, { refetchOnMountOrArgChange: true }));
  const problem = query.currentData?.find((page) => page.problem !== null)?.problem ?? null;
  const loaded = query.currentData?.filter((page) => page.problem === null).flatMap(({ alerts }) => alerts);
  // A first page without its alerts says nothing about whether there are any.
  const pages = problem !== null && loaded?.length === 0 ? undefined : loaded;
  // Before the pages have loaded, an empty list does not mean that there are no alerts.
  const alerts = pages || live?.alerts_list.length ? mergeAlerts(live?.alerts_list ?? [], pages ?? []) : undefined;
  const isError = query.isError || problem !== null;
  const again = () => void query.refetch();
  return {
    query: { ...query, currentData: alerts, isError, error: problem === null ? query.error : { main_msg: problem } },
    // Whether there is more is known only once the pages have loaded.
    more:
      pages && problem === null
        ? more
        : { ...more, state: isError && !query.isFetching ? ('failed' as const) : ('loading' as const), load: again },
    unread: live?.unread ?? 0,
    orders: live?.bookings_list.order ?? [],
  };
}

/** Marks alerts as read, by their ids or all of them. The lists show it at once. */
function useMarkRead() {
  const [update] = useUpdateAlertStatusMutation();
  return (ids: string[] | 'all') => void update({ iv_notification_ids: ids, iv_status: 'read' });
}

interface AlertRowProps {
  alert: Alert;
  /** The request that the alert speaks of, when the account can answer it or could; undefined when its state is unknown. */
  request?: BookingData | undefined;
  onRead: () => void;
}

const nothing = () => undefined;

/** One alert. Following its link or pressing its dot marks it as read. */
function AlertRow({ alert, request, onRead }: AlertRowProps) {
  const { t } = useTranslation('alerts');
  // Links to other sites are dropped.
  const place = pathOnServer(alert.notification_url);
  const isNew = alert.status === 'active';
  const textId = useId();
  const content = (
    <>
      <Avatar name={alert.name || '·'} src={alert.avatar} size={44} />
      <span className={classes.what}>
        <span id={textId} className={classes.text} dir="auto">
          {alert.notification_text}
        </span>
        <span className={classes.when}>
          <TimeAgo instant={alert.created_date} />
        </span>
      </span>
    </>
  );
  return (
    <div className={classes.row} data-new={isNew || undefined}>
      {place ? (
        <Link to={place} className={classes.content} onClick={isNew ? onRead : undefined}>
          {content}
        </Link>
      ) : (
        <span className={classes.content}>{content}</span>
      )}
      {isNew ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          className={classes.read}
          aria-label={t('markRead', { text: alert.notification_text })}
          title={t('new')}
          onClick={onRead}
        >
          <span className={classes.new} />
        </ActionIcon>
      ) : null}
      {request ? (
        <div className={classes.answer}>
          <RequestAnswer booking={request} titleId={textId} onAnswered={isNew ? onRead : nothing} />
        </div>
      ) : null}
    </div>
  );
}
