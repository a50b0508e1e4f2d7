import { Suspense, useSyncExternalStore, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectWaitingWrites } from '@/api';
import { endInstallOffer, installWay, onInstallChange } from '@/platform/install';
import { subscribeToUpdate, updateIsReady } from '@/platform/service-worker';
import { lazyPart } from '@/ui/lazy-part';

const UnsentNotice = lazyPart(() => import('@/features/outbox/components/UnsentNotice'));
const UpdateNotice = lazyPart(() => import('./UpdateNotice'));
const InstallOffer = lazyPart(() => import('./InstallOffer'));

/** What the app itself has to say, under the header: something waits to be sent, a new version, the offer to install it. */
export function AppNotices() {
  const isWaiting = useSelector(selectWaitingWrites).length > 0;
  const update = useUpdateReady();
  const install = useInstallOffer();
  return (
    <Suspense>
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
