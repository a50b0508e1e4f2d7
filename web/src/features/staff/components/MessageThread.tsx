import { useTranslation } from 'react-i18next';
import type { Party } from '../api';
import type { ThreadEvidence } from '../evidence';
import { useInstantLabel } from '../hooks/use-labels';
import classes from './Desk.module.css';
import looks from './Evidence.module.css';
import { Mark } from './Person';

/** What was written around the reported message, which is marked. */
export function MessageThread({ thread: { messages }, parties }: { thread: ThreadEvidence; parties: readonly Party[] }) {
  const { t } = useTranslation('staff');
  const instant = useInstantLabel();
  const nameOf = (id: string) => parties.find(({ owner_id }) => owner_id === id)?.name || t('goneAccount');
  if (messages.length === 0) return <p className={classes.quiet}>{t('evidenceGone')}</p>;
  return (
    <ol className={looks.thread}>
      {messages.map((message) => (
        <li key={message.id} data-reported={message.reported || undefined}>
          <small>
            <strong>{nameOf(message.sender)}</strong> <span>{instant(message.sent)}</span>
            {message.reported ? <Mark tone="bad">{t('reportedMessage')}</Mark> : null}
          </small>
          <p className={classes.words} dir="auto">
            {message.text}
          </p>
        </li>
      ))}
    </ol>
  );
}
