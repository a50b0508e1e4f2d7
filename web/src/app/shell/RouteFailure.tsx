import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Empty } from '@/ui';
import classes from './frames.module.css';

/** What stands in for a screen that broke, or whose code did not load. */
export function RouteFailure() {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.middle} role="alert">
      <Empty icon={IconMoodSad} action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}>
        {t('pageBroken')}
      </Empty>
    </div>
  );
}
