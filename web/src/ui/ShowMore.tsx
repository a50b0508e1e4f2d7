import { useEffect, useRef } from 'react';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ShowMore.module.css';
import type { More } from './use-paged';

/** So far before it comes into sight the next page is asked for. */
const AHEAD = '300px';

/** Where a list goes on: by itself as soon as one comes near, or by pressing it. Nothing once the list is over. */
export function ShowMore({ more: { state, load } }: { more: More }) {
  const { t } = useTranslation('ui');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state !== 'waiting' || !place.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && load(), { rootMargin: AHEAD });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [state, load]);
  if (state === 'over') return null;
  return (
    <div ref={place} className={classes.more} role={state === 'failed' ? 'alert' : undefined}>
      {state === 'failed' ? <Text c="dimmed">{t('errorTitle')}</Text> : null}
      <Button variant="default" loading={state === 'loading'} onClick={load}>
        {t(state === 'failed' ? 'retry' : 'loadMore')}
      </Button>
    </div>
  );
}
