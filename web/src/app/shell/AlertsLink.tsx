import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '@/routing';
import classes from './Header.module.css';
import { useAccountCounts } from './use-account-counts';

/** The way to the alerts, with the number of new ones. */
export function AlertsLink() {
  const { t } = useTranslation('shell');
  const { activeAlerts } = useAccountCounts();
  const label = activeAlerts ? t('alertsCount', { count: activeAlerts }) : t('alerts');
  return (
    <Link to={paths.alerts} className={classes.bell} aria-label={label}>
      <IconBell size={20} stroke={1.7} aria-hidden />
      {activeAlerts ? (
        <span className={classes.badge} aria-hidden>
          {activeAlerts > 99 ? '99+' : activeAlerts}
        </span>
      ) : null}
    </Link>
  );
}
