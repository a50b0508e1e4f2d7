import { Button } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '@/app/paths';
import { Empty, Page } from '@/ui';

export default function Messages() {
  const { t } = useTranslation('messages');
  return (
    <Page title={t('messages')}>
      <Empty
        icon={IconMessageCircle}
        action={
          <Button component={Link} to={paths.search} variant="light">
            {t('find')}
          </Button>
        }
      >
        {t('empty')}
      </Empty>
    </Page>
  );
}
