import type { Message } from '@/api';
import { TimeAgo } from '@/ui';
import classes from './Report.module.css';

/** A message in one line: its text and age. */
export function MessagePreview({ message }: { message: Message }) {
  return (
    <span className={classes.line}>
      <span className={classes.brief} dir="auto">
        {message.text}
      </span>
      <small>
        <TimeAgo instant={message.sent_at} />
      </small>
    </span>
  );
}
