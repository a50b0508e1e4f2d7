import { Button, Card, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import classes from './RequestForm.module.css';

/** Self-service: downloading and deleting the user's data. */
export function OwnData() {
  const { t } = useTranslation('information');
  return (
    <section className={classes.section}>
      <h2>{t('atOnce')}</h2>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card>
          <h3>{t('exportTitle')}</h3>
          <Text c="dimmed" my="md">
            {t('exportText')}
          </Text>
          <Button component={Link} to={`${paths.mySettings}#data_export`} variant="light" mt="auto">
            {t('export')}
          </Button>
        </Card>
        <Card>
          <h3>{t('deleteTitle')}</h3>
          <Text c="dimmed" my="md">
            {t('deleteText')}
          </Text>
          <Button component={Link} to={paths.deleteAccount} variant="default" mt="auto">
            {t('delete')}
          </Button>
        </Card>
      </SimpleGrid>
    </section>
  );
}
