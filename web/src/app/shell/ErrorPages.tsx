import { Button } from '@mantine/core';
import { IconMapQuestion, IconMoodSad } from '@tabler/icons-react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState } from '@/ui';
import classes from './layouts.module.css';

/** The page for unknown addresses. */
export function NotFound() {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.middle}>
      <EmptyState
        icon={IconMapQuestion}
        wholePage
        action={
          <Button component={Link} to={paths.feed}>
            {t('backToSite')}
          </Button>
        }
      >
        {t('notFound')}
      </EmptyState>
    </div>
  );
}

/** Replaces a screen that crashed or whose code did not load, and one of an address that is no page. */
export function RouteError() {
  const { t } = useTranslation('shell');
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <div className={classes.middle} role="alert">
      <EmptyState icon={IconMoodSad} wholePage action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}>
        {t('pageBroken')}
      </EmptyState>
    </div>
  );
}
