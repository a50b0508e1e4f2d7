import { Suspense } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { useBigScreen, useScreenParts } from '@/ui';
import { AppNotices } from './AppNotices';
import { BottomTabs } from './BottomTabs';
import { Header } from './Header';
import classes from './layouts.module.css';
import { Logo } from './Logo';
import { Splash } from './Splash';
import { VerificationNotice } from './VerificationNotice';
import { lazyPart } from '@/ui/lazy-part';

/** Fetched with the first account page, to keep the feed's first load small. */
const AccountSidebar = lazyPart(() => import('./AccountSidebar'));

const mainId = 'content';

function Main() {
  return (
    <main id={mainId} tabIndex={-1} className={classes.main}>
      <Suspense fallback={<Splash />}>
        <Outlet />
      </Suspense>
    </main>
  );
}

function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <a href={`#${mainId}`} className={classes.skip}>
      {t('skip')}
    </a>
  );
}

/** Header above, tabs below on small screens. */
export function PageLayout() {
  const { small } = useScreenParts();
  return (
    <div className={classes.page}>
      <SkipLink />
      <Header />
      <VerificationNotice />
      <AppNotices />
      <Main />
      {small ? <BottomTabs /> : null}
    </div>
  );
}

/** The page layout with the sidebar of the account pages. */
export function AccountLayout() {
  const big = useBigScreen();
  return (
    <div className={classes.page}>
      <SkipLink />
      <Header />
      <VerificationNotice />
      <AppNotices />
      <div className={classes.withSidebar}>
        {big ? (
          <Suspense fallback={<aside />}>
            <AccountSidebar />
          </Suspense>
        ) : null}
        <Main />
      </div>
      {big ? null : <BottomTabs />}
    </div>
  );
}

/** Only the logo above: for signing in and onboarding. */
export function BareLayout() {
  const session = useSession();
  return (
    <div className={classes.bare}>
      <SkipLink />
      <header className={classes.bareHeader}>
        <Link to={session.isAuthenticated ? paths.feed : paths.home} className={classes.bareLogo}>
          <Logo />
        </Link>
      </header>
      <Main />
    </div>
  );
}
