import { Loader } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { usePullToRefresh } from '../hooks/use-pull-to-refresh';
import classes from './PullToRefresh.module.css';

/** How high it is once the finger has pulled far enough, in pixels. */
const height = 56;

/** Where pulling the page down shows, and that the list is loaded anew. The browser's own reload by pulling is off beside it. */
export function PullToRefresh({ reload }: { reload: () => unknown }) {
  const { t } = useTranslation('feed');
  const { pulled, refreshing } = usePullToRefresh(reload);
  const part = refreshing ? 1 : pulled;
  return (
    <div className={classes.place} style={{ height: part * height, opacity: part }} data-pull-to-refresh={part}>
      {refreshing ? (
        <div role="status" aria-label={t('refreshing')}>
          <Loader />
        </div>
      ) : (
        <IconArrowDown size={24} aria-hidden className={classes.arrow} data-far={pulled === 1 || undefined} />
      )}
    </div>
  );
}
