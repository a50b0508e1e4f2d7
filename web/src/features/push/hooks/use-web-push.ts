import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '@/api';
import {
  currentSubscription,
  lookAtPushState,
  lookWhenWorkerIsReady,
  pushState,
  subscribeBrowser,
  subscribeToPushState,
  unsubscribeBrowser,
  writePushRecord,
  type PushState,
} from '@/platform/web-push';
import { useGetWebPushKeyQuery, useRegisterWebPushMutation, useRemoveWebPushMutation } from '../api';

/** Push on this device: its state, and turning it on and off. Nothing is asked of the user before `turnOn`. */
export function useWebPush() {
  const { ownerId } = useSession();
  const known = useSyncExternalStore(subscribeToPushState, pushState);
  // Known before the tap: a browser lets a page ask its user only in the moment of a tap.
  const key = useGetWebPushKeyQuery(undefined, { skip: known !== 'off' });
  const { subscribe, unsubscribe } = useSubscription(ownerId);
  const { progress, work } = useProgress();
  useEffect(() => {
    if (ownerId) void lookWhenWorkerIsReady(ownerId);
  }, [ownerId]);
  const change = (begin: () => Promise<void>) =>
    void work(async () => {
      try {
        await begin();
      } finally {
        await lookAtPushState(ownerId);
      }
    });
  return {
    state: known === 'off' ? offered(key) : known,
    ...progress,
    turnOn: () => change(() => subscribe(key.data?.data.public_key ?? '')),
    turnOff: () => change(unsubscribe),
  };
}

/** Where push is off: it can be turned on with the server's key. A server without one offers no push. */
function offered({ data, isError }: { data?: { data: { public_key: string } }; isError: boolean }): PushState | 'checking' {
  if (!data) return isError ? 'unsupported' : 'checking';
  return data.data.public_key ? 'off' : 'unsupported';
}

/** Subscribing this browser, here and with the server, and ending that. */
function useSubscription(ownerId: string) {
  const [register] = useRegisterWebPushMutation();
  const [remove] = useRemoveWebPushMutation();
  const subscribe = async (publicKey: string) => {
    const subscription = await subscribeBrowser(publicKey);
    if (!subscription) return;
    try {
      await register(subscription).unwrap();
    } catch (error) {
      await unsubscribeBrowser();
      throw error;
    }
    writePushRecord({ account: ownerId, endpoint: subscription.iv_endpoint, at: Date.now() });
  };
  const unsubscribe = async () => {
    const endpoint = (await currentSubscription())?.endpoint;
    await unsubscribeBrowser();
    if (endpoint) await remove({ iv_endpoint: endpoint });
  };
  return { subscribe, unsubscribe };
}

/** Whether a change is under way, whether one has been tried here, and whether the last one failed. */
function useProgress() {
  const [progress, setProgress] = useState({ working: false, tried: false, failed: false });
  const work = async (change: () => Promise<void>) => {
    setProgress({ working: true, tried: true, failed: false });
    const failed = await change().then(
      () => false,
      () => true,
    );
    setProgress({ working: false, tried: true, failed });
  };
  return { progress, work };
}
