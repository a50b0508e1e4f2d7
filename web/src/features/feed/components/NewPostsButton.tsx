import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { useNewPosts } from '@/realtime';
import classes from './NewPostsButton.module.css';

/** How many posts arrived since the list was loaded. Floats above the list, which stays unchanged until this is pressed. */
export function NewPostsButton({ loading, onShow }: { loading: boolean; onShow: () => void }) {
  const { t } = useTranslation('feed');
  const count = useNewPosts();
  return (
    <div className={classes.place} role="status">
      {count ? (
        <Button radius="xl" loading={loading} leftSection={<IconArrowUp size={16} aria-hidden />} className={classes.pill} onClick={onShow}>
          {t('newPosts', { count })}
        </Button>
      ) : null}
    </div>
  );
}
