import type { Message } from '@/api';
import { dayKey } from '@/ui/days';

export interface Day {
  key: string;
  /** The first message's instant. */
  at: string;
  messages: Message[];
}

/** Messages, the newest first, as days with their messages in the order in which they were said. */
export function daysOf(newestFirst: readonly Message[]): Day[] {
  const days: Day[] = [];
  for (const message of [...newestFirst].reverse()) {
    const key = dayKey(new Date(message.sent_at));
    const last = days.at(-1);
    if (last?.key === key) last.messages.push(message);
    else days.push({ key, at: message.sent_at, messages: [message] });
  }
  return days;
}
