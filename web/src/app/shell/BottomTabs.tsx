import { Suspense, useState } from 'react';
import { IconBell, IconCalendar, IconHome, IconMenu2, IconPlus, IconSearch } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router-dom';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths, postDialogs, useDialog } from '@/routing';
import classes from './BottomTabs.module.css';
import type { SheetMenu } from './MenuSheet';
import { NewsBadge, shownCount } from './NewsBadge';
import { useAccountCounts } from './use-account-counts';
import { lazyPart } from '@/ui/lazy-part';

/** Fetched when one of the menus is first opened. */
const MenuSheet = lazyPart(() => import('./MenuSheet'));

/** The bar at the bottom of small screens, with its two menus and the floating create button. */
export function BottomTabs() {
  const { t } = useTranslation('shell');
  const { isAuthenticated } = useSession();
  const [opened, setOpened] = useState<SheetMenu | null>(null);
  const [sheetLoaded, setSheetLoaded] = useState(false);
  const open = (menu: SheetMenu) => {
    setSheetLoaded(true);
    setOpened(menu);
  };
  return (
    <>
      {isAuthenticated ? <CreateButton /> : null}
      <nav className={`${classes.tabs} small-screen`} aria-label={t('tabs')}>
        <NavLink to={paths.feed} className={classes.tab}>
          <IconHome size={24} aria-hidden />
          {t('feed')}
        </NavLink>
        <NavLink to={paths.search} className={classes.tab}>
          <IconSearch size={24} aria-hidden />
          {t('search')}
        </NavLink>
        {isAuthenticated ? <AccountTabs onCalendar={() => open('calendar')} /> : null}
        <MenuTab onOpen={() => open('menu')} />
      </nav>
      <Suspense>{sheetLoaded ? <MenuSheet opened={opened} onClose={() => setOpened(null)} /> : null}</Suspense>
    </>
  );
}

function CreateButton() {
  const { t } = useTranslation('shell');
  const { open } = useDialog(postDialogs);
  return (
    <button type="button" data-create className={classes.create} onClick={() => open('create_post')} aria-label={t('createPost')}>
      <IconPlus size={24} aria-hidden />
    </button>
  );
}

/** Opens the menu, with the number of unread messages. */
function MenuTab({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('shell');
  const { unreadMessages } = useAccountCounts();
  const label = unreadMessages ? t('menuCount', { count: unreadMessages, shown: shownCount(unreadMessages) }) : undefined;
  return (
    <button type="button" className={classes.tab} aria-haspopup="dialog" aria-label={label} onClick={onOpen}>
      <IconMenu2 size={24} aria-hidden />
      {t('menu')} <NewsBadge count={unreadMessages} place="icon" />
    </button>
  );
}

/** Entries for signed-in users: the calendar, and the alerts with the number of new ones. */
function AccountTabs({ onCalendar }: { onCalendar: () => void }) {
  const { t } = useTranslation('shell');
  const { activeAlerts } = useAccountCounts();
  const { pathname } = useLocation();
  const label = activeAlerts ? t('alertsCount', { count: activeAlerts, shown: shownCount(activeAlerts) }) : undefined;
  return (
    <>
      <button
        type="button"
        className={classes.tab}
        data-current={pathname.startsWith('/schedule_manager') || undefined}
        aria-haspopup="dialog"
        onClick={onCalendar}
      >
        <IconCalendar size={24} aria-hidden />
        {t('calendar')}
      </button>
      <NavLink to={paths.alerts} className={classes.tab} aria-label={label}>
        <IconBell size={24} aria-hidden />
        {t('alerts')} <NewsBadge count={activeAlerts} place="icon" />
      </NavLink>
    </>
  );
}
