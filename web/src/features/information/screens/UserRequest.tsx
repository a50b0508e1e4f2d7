import { Button, Card, SimpleGrid, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { paths } from '@/app/paths';
import { useDataExport } from '@/features/session';
import { Empty, Page } from '@/ui';

function Requests() {
  const { t } = useTranslation('information');
  const { download, isDownloading } = useDataExport();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} maw={900}>
      <Card>
        <h2>{t('exportTitle')}</h2>
        <Text c="dimmed" my="md">
          {t('exportText')}
        </Text>
        <Button variant="light" mt="auto" loading={isDownloading} onClick={download}>
          {t('export')}
        </Button>
      </Card>
      <Card>
        <h2>{t('deleteTitle')}</h2>
        <Text c="dimmed" my="md">
          {t('deleteText')}
        </Text>
        <Button component={Link} to={paths.deleteAccount} variant="default" mt="auto">
          {t('delete')}
        </Button>
      </Card>
    </SimpleGrid>
  );
}

export default function UserRequest() {
  const { t } = useTranslation('information');
  const { isAuthenticated } = useSession();
  return (
    <Page title={t('requestTitle')} lead={t('requestLead')}>
      {isAuthenticated ? (
        <Requests />
      ) : (
        <Empty
          icon={IconLock}
          action={
            <Button component={Link} to={paths.signIn}>
              {t('signIn')}
            </Button>
          }
        >
          {t('signInFirst')}
        </Empty>
      )}
    </Page>
  );
}
