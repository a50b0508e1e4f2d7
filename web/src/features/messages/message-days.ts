import type { Message } from '@/api';
import { dayKey } from '@/ui/day-mark';

export interface MessageDay {
  key: string;
  /** The instant of the day's first message. */
  at: string;
  messages: Message[];
}

/** Groups messages (newest first) into days with their messages in chronological order. */
export function groupByDay(newestFirst: readonly Message[]): MessageDay[] {
  const days: MessageDay[] = [];
  for (const message of [...newestFirst].reverse()) {
    const key = dayKey(new Date(message.sent_at));
    const last = days.at(-1);
    if (last?.key === key) last.messages.push(message);
    else days.push({ key, at: message.sent_at, messages: [message] });
  }
  return days;
}
