import type { WaitingWrite } from '@/offline';
import { newKey } from '../call';

/** Takes a write out of the outbox. The app hears of it as of all that happens there. */
export async function discardUnsent({ key }: WaitingWrite): Promise<void> {
  const { discardWrite } = await import('@/offline');
  await discardWrite(key);
}

/** Sends a write again that the server has refused, or that waited too long to be sent by itself. */
export async function sendUnsentAgain(write: WaitingWrite): Promise<void> {
  const { retryWrite } = await import('@/offline');
  await retryWrite(write, newKey());
}
