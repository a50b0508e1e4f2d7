import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { useSelector } from 'react-redux';
import { selectIsCodeAsked, useSession, useStepUpAsked } from '@/api';
import { isNative } from '@/platform/native';
import { PostDialogs } from '@/features/feed';
import { BookingDialog } from '@/features/provider';
import { useTranslation } from '@/i18n/use-translation';
import { accountDialogs, bookingDialog, postDialogs, postParam, providerParam, useDialog, usePostParams, paths } from '@/routing';
import classes from './Shell.module.css';
import { useStartup } from './use-startup';
import { lazyPart } from '@/ui/lazy-part';
import { useAccountCounts } from './use-account-counts';

// It brings the cards of the schedule, which most visits do not need.
const AppointmentSheet = lazyPart(() => import('./AppointmentSheet'));

/** The alert does not open on pages that show the same, nor over a form or what somebody books. */
const pagesWithoutAlert = [
  '/schedule_manager',
  paths.alerts,
  paths.search,
  '/p/',
  '/onboard_',
  '/appointment_',
  '/confirm_',
  paths.accountBasicInfo,
  paths.changePassword,
  paths.deleteAccount,
  paths.importClients,
  paths.mailAddress,
  paths.message,
  paths.signOut,
  paths.starterPreferences,
  paths.unsubscribe,
  paths.userRequest,
];

/** Opens over pages when sessions wait for the user. */
function AppointmentAlert() {
  const { pathname } = useLocation();
  const { waiting } = useAccountCounts();
  const isPlace = !pagesWithoutAlert.some((place) => pathname.startsWith(place));
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && isPlace && Object.values(waiting).some((bookings) => bookings.length > 0)) setNeeded(true);
  return <Suspense>{isNeeded ? <AppointmentSheet waiting={waiting} isPlace={isPlace} /> : null}</Suspense>;
}

const NativeShell = lazyPart(() => import('./NativeShell'));
const StepUpDialog = lazyPart(() => import('@/features/security/components/StepUpDialog'));
const AccountDialogs = lazyPart(() => import('./AccountDialogs'));
const ConfirmAddressDialog = lazyPart(() => import('@/features/session/components/ConfirmAddressDialog'));
const OwnPostDialogs = lazyPart(() => import('./OwnPostDialogs'));

/** A thin line at the top while the next screen loads. */
function Progress() {
  const { t } = useTranslation('ui');
  const { state } = useNavigation();
  return state === 'idle' ? null : (
    <div role="status" data-navigating>
      <div className={classes.progress} role="progressbar" aria-label={t('loading')} />
    </div>
  );
}

/** Moves the focus to the new screen after each navigation, and titles the tab after the screen's heading. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    const main = document.querySelector('main');
    const name = () => {
      const heading = main?.querySelector('h1')?.textContent;
      document.title = heading ? `${heading} · Openhours` : 'Openhours';
    };
    name();
    const observer = new MutationObserver(name);
    if (main) observer.observe(main, { subtree: true, childList: true, characterData: true });
    if (!first.current) main?.focus({ preventScroll: true });
    first.current = false;
    return () => observer.disconnect();
  }, [pathname]);
}

/** Surrounds every screen: start-up work, progress line, dialogs over pages. */
export function Shell() {
  const session = useSession();
  const isCodeAsked = useSelector(selectIsCodeAsked);
  useStartup();
  useFocusOnNavigation();
  const { opened, close } = useDialog(accountDialogs);
  const post = useDialog(postDialogs, postParam);
  const endStepUp = useStepUpAsked();
  return (
    <>
      <Progress />
      <Suspense>{isNative() ? <NativeShell /> : null}</Suspense>
      <Outlet />
      {session.isAuthenticated ? <AppointmentAlert /> : null}
      <Suspense>
        {session.isAuthenticated && post.opened ? (
          <OwnPostDialogs dialog={post.opened} postId={post.subject ?? ''} onClose={post.close} />
        ) : null}
      </Suspense>
      <Suspense>{session.isAuthenticated && opened ? <AccountDialogs dialog={opened} onClose={close} /> : null}</Suspense>
      <Suspense>{endStepUp ? <StepUpDialog onEnd={endStepUp} /> : null}</Suspense>
      <PostDialogs />
      <BookingDialogs />
      <Suspense>{isCodeAsked ? <ConfirmAddressDialog /> : null}</Suspense>
      <ScrollRestoration />
    </>
  );
}

const PostOwnerBookingDialog = lazyPart(() => import('./PostOwnerBookingDialog'));

/** The booking dialog over any page: of the provider or of the post's owner that the address names. */
function BookingDialogs() {
  const { opened, subject, close } = useDialog([bookingDialog], providerParam);
  const { booked } = usePostParams();
  return (
    <Suspense>
      {opened && subject ? <BookingDialog ownerId={subject} onClose={close} /> : null}
      {booked ? <PostOwnerBookingDialog postId={booked} /> : null}
    </Suspense>
  );
}
