import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '@/app/paths';
import { Empty, Page } from '@/ui';

export default function Bookmarks() {
  const { t } = useTranslation('post');
  return (
    <Page title={t('bookmarks')}>
      <Empty
        icon={IconBookmark}
        action={
          <Button component={Link} to={paths.feed} variant="light">
            {t('toFeed')}
          </Button>
        }
      >
        {t('emptyBookmarks')}
      </Empty>
    </Page>
  );
}
