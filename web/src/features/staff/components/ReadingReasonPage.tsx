import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { Page } from '@/ui';
import { readingReasons } from '../reading-reasons';
import { sectionPath, type Section } from '../paths';
import cardClasses from './Card.module.css';

interface ReadingReasonPageProps {
  title: string;
  /** The list that it was opened from. */
  back: { section: Section; text: string };
}

/** Asks why a report or an account is opened, before anything of it is shown. The log keeps the reason. */
export function ReadingReasonPage({ title, back }: ReadingReasonPageProps) {
  const { t } = useTranslation('staff');
  return (
    <Page
      title={title}
      actions={
        <Button component={Link} to={sectionPath(back.section)} variant="default">
          {back.text}
        </Button>
      }
    >
      <section className={cardClasses.card}>
        <h2>{t('reading.title')}</h2>
        <Stack>
          <Text>{t('reading.lead')}</Text>
          {readingReasons.map((reason) => (
            <Button key={reason} component={Link} to={`?reason=${reason}`} replace variant="default" justify="start">
              {t(`reading.${reason}`)}
            </Button>
          ))}
        </Stack>
      </section>
    </Page>
  );
}
