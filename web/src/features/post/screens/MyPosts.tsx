import { Button } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '@/app/paths';
import { Empty, Page } from '@/ui';

export default function MyPosts() {
  const { t } = useTranslation('post');
  return (
    <Page title={t('myPosts')}>
      <Empty
        icon={IconLayoutGrid}
        action={
          <Button component={Link} to={paths.feed} variant="light">
            {t('toFeed')}
          </Button>
        }
      >
        {t('emptyPosts')}
      </Empty>
    </Page>
  );
}
