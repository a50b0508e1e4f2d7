import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/ui';
import classes from './layouts.module.css';

/** What stands in for a screen that broke, or whose code did not load. */
export function RouteError() {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.middle} role="alert">
      <EmptyState icon={IconMoodSad} action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}>
        {t('pageBroken')}
      </EmptyState>
    </div>
  );
}
