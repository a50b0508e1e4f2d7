import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Outbox } from '../hooks/use-outbox';
import type { Unsent } from '../outbox-storage';
import classes from './Conversation.module.css';
import { MessageText } from './MessageBubble';

/** A message on its way, or one that did not get through: it can be sent again, or taken back into the field. */
export function UnsentMessage({ unsent, outbox }: { unsent: Unsent; outbox: Outbox }) {
  const { t } = useTranslation('messages');
  return (
    <li className={classes.message} data-mine data-waiting={!unsent.failed || undefined}>
      <div className={classes.bubble}>
        <span className={classes.unseen}>{t('fromYou')} </span>
        <p dir="auto">
          <MessageText text={unsent.text} />
        </p>
        {unsent.failed ? null : <small>{t('sending')}</small>}
      </div>
      {unsent.failed ? (
        <div className={classes.failed} role="alert">
          {unsent.why ? <span>{unsent.why}</span> : null}
          <UnstyledButton className={classes.again} onClick={() => outbox.again(unsent)}>
            {t('notSent')}
          </UnstyledButton>
          <UnstyledButton className={classes.again} onClick={() => outbox.takeBack(unsent)}>
            {t('takeBack')}
          </UnstyledButton>
        </div>
      ) : null}
    </li>
  );
}
