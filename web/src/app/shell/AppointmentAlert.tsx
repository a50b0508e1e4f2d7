import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '@/routing';
import { lazyPart } from '@/ui/lazy-part';
import { useAccountCounts } from './use-account-counts';

// It brings the cards of the schedule, which most visits do not need.
const AppointmentSheet = lazyPart(() => import('./AppointmentSheet'));

/** The alert does not open on pages that show the same, nor during onboarding. */
const pagesWithoutAlert = ['/schedule_manager', paths.alerts, paths.search, '/onboard_', paths.signOut, paths.starterPreferences];

/** Opens over pages when sessions wait for the user. */
export function AppointmentAlert() {
  const { pathname } = useLocation();
  const { waiting } = useAccountCounts();
  const isPlace = !pagesWithoutAlert.some((place) => pathname.startsWith(place));
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && isPlace && Object.values(waiting).some((bookings) => bookings.length > 0)) setNeeded(true);
  return <Suspense>{isNeeded ? <AppointmentSheet waiting={waiting} isPlace={isPlace} /> : null}</Suspense>;
}
