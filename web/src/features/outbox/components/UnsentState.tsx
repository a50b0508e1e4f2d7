import { UnstyledButton } from '@mantine/core';
import { discardUnsent, sendUnsentAgain } from '@/api/offline/unsent';
import type { UnsentWrite } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import classes from './UnsentState.module.css';

/** Whether a write still waits, or why it is not sent, and what can be done about it. */
export function UnsentState({ write }: { write: UnsentWrite }) {
  const { t } = useTranslation('ui');
  const problem = write.refusal || (write.isTooOld ? t('unsent.tooOld') : '');
  return (
    <div className={classes.state} data-problem={problem ? true : undefined} role={problem ? 'alert' : 'status'}>
      <span dir="auto">{problem || t('unsent.waiting')}</span>
      {problem ? (
        <UnstyledButton className={classes.act} onClick={() => void sendUnsentAgain(write)}>
          {t('unsent.again')}
        </UnstyledButton>
      ) : null}
      <UnstyledButton className={classes.act} onClick={() => void discardUnsent(write)}>
        {t('unsent.discard')}
      </UnstyledButton>
    </div>
  );
}
