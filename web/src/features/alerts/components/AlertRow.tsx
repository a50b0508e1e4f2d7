import { useId } from 'react';
import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Alert, BookingData } from '@/api';
import { RequestAnswer } from '@/features/schedule';
import { useTranslation } from '@/i18n/use-translation';
import { pathOnServer } from '@/platform/server';
import { Avatar, TimeAgo } from '@/ui';
import classes from './AlertRow.module.css';

interface AlertRowProps {
  alert: Alert;
  /** The request that the alert speaks of, when the account can answer it or could; undefined when its state is unknown. */
  request?: BookingData | undefined;
  onRead: () => void;
}

const nothing = () => undefined;

/** One alert. Following its link or pressing its dot marks it as read. */
export function AlertRow({ alert, request, onRead }: AlertRowProps) {
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
