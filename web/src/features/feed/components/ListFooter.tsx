import { Button, Center, Loader } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import type { More } from '@/ui/use-paged';
import classes from './PostList.module.css';

export interface ListFooterProps {
  more: More;
}

/** The end of an infinite list: loading, failed with retry, or finished. */
export function ListFooter({ more: { state, load } }: ListFooterProps) {
  const { t } = useTranslation(['feed', 'ui']);
  if (state === 'failed') {
    return (
      <div role="alert" className={classes.end}>
        <p>{t('moreFailed')}</p>
        <Button variant="default" onClick={load}>
          {t('ui:retry')}
        </Button>
      </div>
    );
  }
  if (state === 'over') return <p className={classes.end}>{t('allSeen')}</p>;
  return (
    <Center className={classes.end} role="status" aria-label={t('ui:loading')}>
      {state === 'loading' ? <Loader size="sm" /> : null}
    </Center>
  );
}
