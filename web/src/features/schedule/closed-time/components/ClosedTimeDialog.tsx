import { Suspense } from 'react';
import { lazyPart } from '@/ui/lazy-part';
import type { ClosedTime } from '../hooks/use-closed-time';

const BookedTime = lazyPart(() => import('./BookedTime'));
const NotAskedList = lazyPart(() => import('./NotAskedList'));

/** The dialogs of a change that closes booked time; nothing until there is one. */
export function ClosedTimeDialog({ closed }: { closed: ClosedTime }) {
  return (
    <Suspense>
      {closed.question ? <BookedTime outside={closed.question} onAnswer={closed.answer} onBack={closed.back} /> : null}
      {closed.notAsked ? <NotAskedList notAsked={closed.notAsked} onClose={closed.forget} /> : null}
    </Suspense>
  );
}
