import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { asFailure, codeAsked, selectWaitingWrites, useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { landingPath, paths } from '@/routing';
import { toast, useBigScreen, useScreenParts } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { browserLimits, type BrowserLimit } from '@/platform/browser-limits';
import { endInstallOffer, installWay, onInstallChange } from '@/platform/install';
import { subscribeToUpdate, updateIsReady } from '@/platform/service-worker';
import { BottomTabs } from './BottomTabs';
import { Header } from './Header';
import classes from './layouts.module.css';
import { Logo } from './Logo';
import { useResendConfirmAccountMutation } from './api';

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
        <Link to={session.isAuthenticated ? paths.feed : landingPath()} className={classes.bareLogo}>
          <Logo />
        </Link>
      </header>
      <BrowserNotices />
      <Main />
    </div>
  );
}

const UnsentNotice = lazyPart(() => import('@/features/outbox/components/UnsentNotice'));
const UpdateNotice = lazyPart(() => import('./UpdateNotice'));
const InstallOffer = lazyPart(() => import('./InstallOffer'));
const LimitNotices = lazyPart(() => import('./LimitNotices'));

/** What the browser lacks, once the screen is there; the page works without it. */
function BrowserNotices() {
  const [limits, setLimits] = useState<readonly BrowserLimit[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => setLimits(browserLimits()));
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{limits.length > 0 ? <LimitNotices limits={limits} /> : null}</Suspense>;
}

/** What the app itself has to say, under the header: something waits to be sent, a new version, the offer to install it. */
function AppNotices() {
  const isWaiting = useSelector(selectWaitingWrites).length > 0;
  const update = useUpdateReady();
  const install = useInstallOffer();
  return (
    <Suspense>
      <BrowserNotices />
      {isWaiting ? <UnsentNotice /> : null}
      {update.isReady ? <UpdateNotice onLater={update.later} /> : null}
      {install.way ? <InstallOffer way={install.way} onEnd={install.end} /> : null}
    </Suspense>
  );
}

/** How the app could be installed; null while it is not to be offered. */
function useInstallOffer() {
  const way = useSyncExternalStore(onInstallChange, installWay, () => null);
  return { way, end: endInstallOffer };
}

/** Whether a new version waits to be loaded; `later` hides that until the page is loaded anew. */
function useUpdateReady() {
  const isReady = useSyncExternalStore(subscribeToUpdate, updateIsReady, () => false);
  const [isPutOff, setPutOff] = useState(false);
  return { isReady: isReady && !isPutOff, later: () => setPutOff(true) };
}

/** Shown at start-up until the screen's code has loaded. */
export function Splash() {
  const { t } = useTranslation('ui');
  return (
    <div className={classes.splash} role="status" aria-busy="true" aria-label={t('loading')}>
      <Logo />
    </div>
  );
}

/** Asks the user to confirm the mail address, and disappears once it is confirmed. */
function VerificationNotice() {
  const { t } = useTranslation('shell');
  const dispatch = useDispatch();
  const { isAuthenticated, autoVerification, email } = useSession();
  const [resend, { isLoading, isSuccess }] = useResendConfirmAccountMutation();
  if (!isAuthenticated || autoVerification === 'verified') return null;
  const sendAgain = async () => {
    try {
      await resend().unwrap();
      toast.done(t('resent'));
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
    }
  };
  return (
    <aside className={classes.notice} aria-label={t('alerts')}>
      <IconMail size={20} aria-hidden />
      <span>{t('confirmMail', { email })}</span>{' '}
      <Button size="compact-sm" variant="subtle" color="accent" onClick={() => dispatch(codeAsked(true))}>
        {t('typeCode')}
      </Button>
      {isSuccess ? null : (
        <Button size="compact-sm" variant="subtle" color="accent" loading={isLoading} onClick={() => void sendAgain()}>
          {t('resend')}
        </Button>
      )}
    </aside>
  );
}
