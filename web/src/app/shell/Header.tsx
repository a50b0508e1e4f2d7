import { lazy } from 'react';
import { Button } from '@mantine/core';
import { IconBell, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useSession } from '@/api';
import { paths, postDialogs, useDialog } from '@/routing';
import { useBigScreen } from '@/ui';
import { Dropdown } from './Dropdown';
import classes from './Header.module.css';
import { Logo } from './Logo';
import { historyMenu, informationMenu, scheduleMenu, scheduleSubmenus, settingsMenu, type MenuLink, type Submenu } from './menus';
import { NewsBadge, shownCount } from './NewsBadge';
import { useAccountCounts } from './use-account-counts';
import { UserMenu } from './UserMenu';

function GuestButtons() {
  const { t } = useTranslation('shell');
  const { search } = useLocation();
  const size = useBigScreen() ? 'md' : 'xs';
  return (
    <>
      <Button component={Link} to={{ pathname: paths.signIn, search }} size={size} variant="subtle" color="gray" className={classes.quiet}>
        {t('signIn')}
      </Button>
      <Button component={Link} to={{ pathname: paths.signUp, search }} size={size}>
        {t('getStarted')}
      </Button>
    </>
  );
}

function Navigation() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const facts = useAccountCounts();
  return (
    <nav className={classes.nav} aria-label={t('mainNavigation')}>
      {session.isAuthenticated ? null : (
        <NavLink to={paths.home} className={classes.link}>
          {t('home')}
        </NavLink>
      )}
      <NavLink to={paths.feed} className={classes.link}>
        {t('feed')}
      </NavLink>
      <NavLink to={paths.search} className={classes.link}>
        {t('search')}
      </NavLink>
      {session.isAuthenticated ? (
        <>
          <HeaderMenu label={t('schedule')} links={scheduleMenu(facts)} submenus={scheduleSubmenus(session, facts)} />
          {session.serviceProvider ? <HeaderMenu label={t('appointmentSettings')} links={settingsMenu()} /> : null}
          <HeaderMenu label={t('history')} links={historyMenu(facts)} />
        </>
      ) : null}
      <HeaderMenu label={t('information')} links={informationMenu(session)} />
    </nav>
  );
}

/** The bar at the top: everything on big screens, logo and alerts link on small ones. */
export function Header() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const big = useBigScreen();
  const { open } = useDialog(postDialogs);
  return (
    <header className={classes.header}>
      <Link to={session.isAuthenticated ? paths.feed : paths.home} className={classes.home}>
        <Logo />
      </Link>
      {big ? <Navigation /> : null}
      <span className={classes.space} />
      {session.isAuthenticated ? (
        <>
          <AlertsLink />
          {big ? (
            <>
              <Button
                variant="light"
                className={classes.post}
                leftSection={<IconPlus size={18} aria-hidden />}
                aria-label={t('createPost')}
                onClick={() => open('create_post')}
              >
                <span className={classes.postLabel}>{t('post')}</span>
              </Button>
              <UserMenu />
            </>
          ) : null}
        </>
      ) : (
        <GuestButtons />
      )}
    </header>
  );
}

/** Links to the alerts, with the number of new ones. */
function AlertsLink() {
  const { t } = useTranslation('shell');
  const { activeAlerts } = useAccountCounts();
  const label = activeAlerts ? t('alertsCount', { count: activeAlerts, shown: shownCount(activeAlerts) }) : t('alerts');
  return (
    <Link to={paths.alerts} className={classes.bell} aria-label={label}>
      <IconBell size={20} stroke={1.7} aria-hidden />
      <NewsBadge count={activeAlerts} place="corner" />
    </Link>
  );
}

const MenuItems = lazy(() => import('./MenuItems'));

/** One dropdown of the header's navigation. */
function HeaderMenu({ label, links, submenus = [] }: { label: string; links: MenuLink[]; submenus?: Submenu[] }) {
  return (
    <Dropdown className={classes.link} position="bottom-start" items={() => <MenuItems links={links} submenus={submenus} />}>
      {label}
      <IconChevronDown size={14} aria-hidden />
    </Dropdown>
  );
}
