import { Button } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { Link, NavLink } from 'react-router-dom';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { accountDialogs, paths, useDialog } from '@/routing';
import classes from './AccountSidebar.module.css';
import { AccountSummary } from './AccountSummary';
import { CountBadge } from './CountBadge';
import { accountMenu, dayMenu, scheduleMenu, type MenuLink } from './menus';
import { useAccountCounts } from './use-account-counts';

function Links({ links }: { links: MenuLink[] }) {
  const { t } = useTranslation('shell');
  return (
    <ul className={classes.links}>
      {links.map(({ label, to, icon: Picture, count }) => (
        <li key={to}>
          <NavLink to={to} className={classes.link}>
            <Picture size={20} aria-hidden />
            <span>{t(label)}</span>
            <CountBadge value={count} />
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** The sidebar of the account pages on big screens. */
export default function AccountSidebar() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const facts = useAccountCounts();
  const { open } = useDialog(accountDialogs);
  return (
    <aside className={classes.sidebar}>
      <AccountSummary shape="column" />
      <nav aria-label={t('accountNavigation')}>
        <Links links={accountMenu(session, facts)} />
        <p className={classes.heading}>{t('scheduleManager')}</p>
        <Links links={[...dayMenu(session), ...scheduleMenu(facts)]} />
      </nav>
      {session.serviceProvider ? (
        <Button variant="default" fullWidth leftSection={<IconShare3 size={18} aria-hidden />} onClick={() => open('share_page')}>
          {t('sharePage')}
        </Button>
      ) : (
        <Button component={Link} to={paths.onboardUsername} variant="light" fullWidth>
          {t('becomeProvider')}
        </Button>
      )}
    </aside>
  );
}
