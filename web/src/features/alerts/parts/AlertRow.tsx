import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Alert } from '@/api';
import { Portrait, TimeAgo } from '@/ui';
import classes from './AlertRow.module.css';

interface AlertRowProps {
  alert: Alert;
  onRead: () => void;
}

/** The place in the app that an alert speaks of; addresses of elsewhere are not followed. */
function placeOf({ notification_url }: Alert): string | null {
  try {
    const url = new URL(notification_url, window.location.origin);
    return notification_url && url.origin === window.location.origin ? `${url.pathname}${url.search}` : null;
  } catch {
    return null;
  }
}

/** One thing that happened; following it marks it as read. */
export function AlertRow({ alert, onRead }: AlertRowProps) {
  const { t } = useTranslation('alerts');
  const place = placeOf(alert);
  const isNew = alert.status === 'active';
  const content = (
    <>
      <Portrait name={alert.name || '·'} src={alert.avatar} size={44} />
      <span className={classes.what}>
        <span className={classes.text}>{alert.notification_text}</span>
        <span className={classes.when}>
          <TimeAgo instant={alert.created_date} />
        </span>
      </span>
      {isNew ? <span className={classes.new} role="img" aria-label={t('new')} /> : null}
    </>
  );
  return place ? (
    <Link to={place} className={classes.row} data-new={isNew || undefined} onClick={isNew ? onRead : undefined}>
      {content}
    </Link>
  ) : (
    <button type="button" className={classes.row} data-new={isNew || undefined} onClick={onRead} disabled={!isNew}>
      {content}
    </button>
  );
}
