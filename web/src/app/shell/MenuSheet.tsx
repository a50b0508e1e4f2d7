import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconChevronRight, IconHome, IconLogin, IconLogout, IconShare3, IconUserPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { accountDialogs, landingPath, paths, useDialog } from '@/routing';
import { Sheet } from '@/ui';
import { AccountSummary } from './AccountSummary';
import classes from './BottomTabs.module.css';
import { CountBadge } from './CountBadge';
import {
  accountMenu,
  dayMenu,
  informationMenu,
  scheduleSubmenus,
  settingsMenu,
  wholeScheduleMenu,
  type MenuLink,
  type Submenu,
} from './menus';
import { useAccountCounts } from './use-account-counts';

interface SheetLinksProps {
  links: readonly MenuLink[];
  submenus?: readonly Submenu[];
  onPick: () => void;
}

const takeFocus = (item: HTMLElement | null) => item?.focus({ preventScroll: true });

/** The links of a menu in a sheet. An opened submenu replaces them until the user goes back. */
function SheetLinks({ links, submenus = [], onPick }: SheetLinksProps) {
  const { t } = useTranslation(['shell', 'ui']);
  const [opened, setOpened] = useState<Submenu['label'] | null>(null);
  const submenu = submenus.find(({ label }) => label === opened);
  return (
    <>
      {submenu ? (
        <button type="button" className={classes.sheetLink} data-back ref={takeFocus} onClick={() => setOpened(null)}>
          <IconArrowLeft size={20} className={classes.turned} aria-label={t('ui:back')} />
          <span>{t(submenu.label)}</span>
        </button>
      ) : null}
      <ul className={classes.links}>
        {(submenu?.links ?? links).map(({ label, to, icon: Picture, count }) => (
          <li key={to}>
            <Link to={to} onClick={onPick} className={classes.sheetLink}>
              <Picture size={20} aria-hidden />
              <span>{t(label)}</span>
              <CountBadge value={count} />
            </Link>
          </li>
        ))}
        {(submenu ? [] : submenus).map(({ label, icon: Picture }) => (
          <li key={label}>
            <button type="button" className={classes.sheetLink} onClick={() => setOpened(label)}>
              <Picture size={20} aria-hidden />
              <span>{t(label)}</span>
              <IconChevronRight size={18} className={classes.turned} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the sidebar of big screens shows above its links. */
function AccountHead({ onPick }: { onPick: () => void }) {
  const { t } = useTranslation('shell');
  const { serviceProvider } = useSession();
  const { open } = useDialog(accountDialogs);
  const share = () => {
    onPick();
    open('share_page');
  };
  return (
    <>
      <AccountSummary shape="row" onPick={onPick} />
      {serviceProvider ? (
        <Button variant="light" fullWidth mb="sm" leftSection={<IconShare3 size={18} aria-hidden />} onClick={share}>
          {t('sharePage')}
        </Button>
      ) : (
        <Button component={Link} to={paths.onboardUsername} onClick={onPick} variant="light" fullWidth mb="sm">
          {t('becomeProvider')}
        </Button>
      )}
    </>
  );
}

/** What the menu of small screens calls differently (product.md 2.2). */
const menuLabels: Partial<Record<MenuLink['label'], MenuLink['label']>> = {
  accountProfile: 'myProfile',
  settingsAndPreferences: 'allSettings',
};

interface TabMenu {
  links: MenuLink[];
  submenus?: Submenu[];
}

function useTabMenus(): Record<'calendar' | 'menu', TabMenu> {
  const session = useSession();
  const facts = useAccountCounts();
  const signOut: MenuLink = { label: 'signOut', to: paths.signOut, icon: IconLogout };
  const guest: MenuLink[] = [
    { label: 'home', to: landingPath(), icon: IconHome },
    { label: 'signIn', to: paths.signIn, icon: IconLogin },
    { label: 'getStarted', to: paths.signUp, icon: IconUserPlus },
    ...informationMenu(session),
  ];
  const account = accountMenu(session, facts).map((link) => ({ ...link, label: menuLabels[link.label] ?? link.label }));
  return {
    calendar: {
      links: session.serviceProvider ? [...dayMenu(session), ...wholeScheduleMenu(facts), ...settingsMenu()] : wholeScheduleMenu(facts),
      submenus: scheduleSubmenus(session, facts),
    },
    menu: { links: session.isAuthenticated ? [...account, ...informationMenu(session), signOut] : guest },
  };
}

/** The menus that the bottom tabs open. */
export type SheetMenu = keyof ReturnType<typeof useTabMenus>;

/** One of the two menus of small screens, as a sheet from the bottom. null: none is open. */
export default function MenuSheet({ opened, onClose }: { opened: SheetMenu | null; onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { isAuthenticated } = useSession();
  const menus = useTabMenus();
  return (
    <Sheet opened={opened !== null} onClose={onClose} title={opened === 'calendar' ? t('scheduleManager') : t('menu')}>
      {opened === 'menu' && isAuthenticated ? <AccountHead onPick={onClose} /> : null}
      <SheetLinks key={opened} {...menus[opened ?? 'menu']} onPick={onClose} />
    </Sheet>
  );
}
