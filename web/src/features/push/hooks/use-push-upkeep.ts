import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  currentSubscription,
  listenToWorker,
  lookAtPushState,
  pushRecord,
  subscribeBrowser,
  unsubscribeBrowser,
  writePushRecord,
} from '@/platform/web-push';
import { useLazyGetWebPushKeyQuery, useRegisterWebPushMutation } from '../api';

/** How long a registration is taken to hold without looking, in milliseconds. */
const goodFor = 86_400_000;

/**
 * Keeps push going on a device where it was turned on: registers the subscription again when it or the login is a new one, or
 * once a day, and ends one that another account of this browser left. Opens what a tapped notification leads to.
 */
export function usePushUpkeep(ownerId: string): void {
  const navigate = useNavigate();
  const [getKey] = useLazyGetWebPushKeyQuery();
  const [register] = useRegisterWebPushMutation();
  const startedAs = useRef(ownerId);

  useEffect(() => {
    const upkeep = async (isNew: boolean) => {
      const record = pushRecord();
      if (!record || !ownerId) return;
      if (record.account !== ownerId) return unsubscribeBrowser();
      const held = (await currentSubscription())?.endpoint === record.endpoint;
      if (Notification.permission !== 'granted' || (held && !isNew && Date.now() - record.at < goodFor)) return;
      const { public_key } = (await getKey().unwrap()).data;
      const subscription = await subscribeBrowser(public_key);
      if (!subscription) return;
      await register(subscription).unwrap();
      writePushRecord({ account: ownerId, endpoint: subscription.iv_endpoint, at: Date.now() });
      await lookAtPushState(ownerId);
    };
    // What fails now is due again at the next start.
    const keep = (isNew: boolean) => void upkeep(isNew).catch(() => undefined);
    // Whoever signs in on this page has a new login, with which the devices of the former one have gone.
    keep(startedAs.current !== ownerId);
    startedAs.current = ownerId;
    return listenToWorker({ onOpen: (url) => void navigate(url), onSubscriptionChange: () => keep(true) });
  }, [ownerId, navigate, getKey, register]);
}
