import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconBell, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { landingPath, paths, postDialogs, useDialog } from '@/routing';
import { Avatar, Dropdown, useScreenParts, useTakenOver } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import classes from './Header.module.css';
import { Logo } from './Logo';
import { headerEntries, isMenu, moreMenu, type MenuLink, type Submenu } from './menus';
import { NewsBadge, shownCount } from './NewsBadge';
import { useAccountCounts } from './use-account-counts';

function GuestButtons({ size, className }: { size: 'xs' | 'md'; className: string }) {
  const { t } = useTranslation('shell');
  const { search } = useLocation();
  return (
    <>
      <Button
        component={Link}
        to={{ pathname: paths.signIn, search }}
        size={size}
        variant="subtle"
        color="gray"
        className={`${classes.quiet} ${className}`}
      >
        {t('signIn')}
      </Button>
      <Button component={Link} to={{ pathname: paths.signUp, search }} size={size} className={className}>
        {t('getStarted')}
      </Button>
    </>
  );
}

/** Links and menus; those that the line has no room for are in a menu at its end. */
function Navigation() {
  const { t } = useTranslation('shell');
  const entries = headerEntries(useSession(), useAccountCounts());
  const line = useRef<HTMLDivElement>(null);
  const { count: fitting, room } = useFirstLine(line);
  const rest = entries.slice(fitting);
  return (
    <nav className={`${classes.nav} big-screen`} aria-label={t('mainNavigation')}>
      <div ref={line} className={classes.line}>
        {entries.map((entry, place) => (
          <span key={entry.label} className={classes.entry} data-hidden={place >= fitting || undefined}>
            {isMenu(entry) ? (
              <HeaderMenu label={t(entry.label)} links={entry.links} submenus={entry.submenus} />
            ) : (
              <NavLink to={entry.to} className={classes.link}>
                {t(entry.label)}
              </NavLink>
            )}
          </span>
        ))}
      </div>
      {rest.length > 0 ? (
        <span className={classes.more} style={{ insetInlineEnd: room }}>
          <HeaderMenu label={t(fitting > 0 ? 'more' : 'menu')} {...moreMenu(rest)} />
        </span>
      ) : null}
    </nav>
  );
}

/** The bar at the top: everything on big screens, logo and alerts link on small ones. */
export function Header() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const { big, small } = useScreenParts();
  const { open } = useDialog(postDialogs);
  return (
    <header className={classes.header}>
      <Link to={session.isAuthenticated ? paths.feed : landingPath()} className={classes.home}>
        <Logo />
      </Link>
      {big ? <Navigation /> : null}
      {small ? <span className={`${classes.space} small-screen`} /> : null}
      {session.isAuthenticated ? (
        <>
          <AlertsLink />
          <AlertNews />
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
        <>
          {big ? <GuestButtons size="md" className="big-screen" /> : null}
          {small ? <GuestButtons size="xs" className="small-screen" /> : null}
        </>
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
      <IconBell size={20} aria-hidden />
      <NewsBadge count={activeAlerts} place="corner" />
    </Link>
  );
}

/** Says that an alert has arrived, which others see on the bell. What was there when the page opened is no news. */
function AlertNews() {
  const { t } = useTranslation('shell');
  const { activeAlerts, alertsKnown } = useAccountCounts();
  const count = alertsKnown ? activeAlerts : null;
  const [last, setLast] = useState<{ count: number | null; news: string }>({ count: null, news: '' });
  if (count !== last.count) {
    const isNews = count !== null && last.count !== null && count > last.count;
    setLast({ count, news: isNews ? t('alertsCount', { count, shown: shownCount(count) }) : '' });
  }
  return <VisuallyHidden role="status">{last.news}</VisuallyHidden>;
}

const MenuItems = lazyPart(() => import('./MenuItems'));

/** One dropdown of the header's navigation. */
function HeaderMenu({ label, links, submenus = [] }: { label: string; links: MenuLink[]; submenus?: Submenu[] }) {
  return (
    <Dropdown
      position="bottom-start"
      items={() => <MenuItems links={links} submenus={submenus} />}
      button={
        <button type="button" className={classes.link}>
          {label}
          <IconChevronDown size={14} aria-hidden />
        </button>
      }
    />
  );
}

interface FirstLine {
  /** How many children stand in it. */
  count: number;
  /** The room behind the last of them, in pixels. */
  room: number;
}

/** What stands in the first line of an element whose children wrap. */
function firstLineOf(element: HTMLElement): FirstLine {
  const children = Array.from(element.children, (child) => child.getBoundingClientRect());
  const wrapped = children.findIndex(({ top }) => top > (children[0]?.top ?? 0));
  const count = wrapped === -1 ? children.length : wrapped;
  const [line, last] = [element.getBoundingClientRect(), children[count - 1]];
  if (!last) return { count, room: 0 };
  return { count, room: getComputedStyle(element).direction === 'rtl' ? last.left - line.left : line.right - last.right };
}

/** What stands in the first line of a wrapping element; measured again when its width or its content changes. */
function useFirstLine(line: RefObject<HTMLElement | null>): FirstLine {
  const [first, setFirst] = useState<FirstLine>({ count: Infinity, room: 0 });
  const takenOver = useTakenOver();
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const measure = () => {
      const next = firstLineOf(element);
      setFirst((known) => (known.count === next.count && known.room === next.room ? known : next));
    };
    // The observer calls, too, but after the first paint. A page of the server has been painted, and need not be held up.
    if (takenOver) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return first;
}

const UserMenuItems = lazyPart(() => import('./UserMenuItems'));

/** The user's own picture, which opens the user menu. */
function UserMenu() {
  const { t } = useTranslation('shell');
  const { name, avatar } = useSession();
  return (
    <Dropdown
      position="bottom-end"
      items={() => <UserMenuItems />}
      button={
        <button type="button" className={classes.target} aria-label={t('userMenu', { name })}>
          <Avatar name={name} src={avatar} size={40} />
        </button>
      }
    />
  );
}
