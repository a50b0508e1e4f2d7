import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '@/routing';
import { EmptyState } from '@/ui';
import classes from './layouts.module.css';

/** The page of every address that does not exist. */
export function NotFound() {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.middle}>
      <EmptyState
        icon={IconMapQuestion}
        action={
          <Button component={Link} to={paths.feed}>
            {t('backToSite')}
          </Button>
        }
      >
        <span role="heading" aria-level={1}>
          {t('notFound')}
        </span>
      </EmptyState>
    </div>
  );
}
