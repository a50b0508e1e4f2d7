import { Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectWaitingWrites } from '@/api';
import { lazyPart } from '@/ui/lazy-part';
import { useInstallOffer } from './use-install-offer';
import { useUpdateReady } from './use-update-ready';

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
