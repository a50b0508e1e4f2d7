import { useEffect, useRef } from 'react';
import { Button, Text } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import classes from './ShowMore.module.css';
import type { More } from './use-paged';

/** The next page is fetched this far before the end becomes visible. */
const AHEAD = '300px';

/**
 * The end of a paged list: loads on by itself when it comes near the viewport, or by its button. Renders nothing at
 * the end of the list.
 */
export function ShowMore({ more }: { more: More }) {
  const { t } = useTranslation('ui');
  const { state, load } = more;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (more.state !== 'waiting' || !place.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && more.load(), {
      rootMargin: AHEAD,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [more]);
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
