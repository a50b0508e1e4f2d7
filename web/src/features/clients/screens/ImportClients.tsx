import { useRef } from 'react';
import { Button, FileButton, Group, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconCircleCheck, IconCloudOff, IconFileSpreadsheet } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, Page } from '@/ui';
import type { ImportCounts } from '../api';
import { ImportRows } from '../components/ImportRows';
import { useClientImport } from '../hooks/use-client-import';
import classes from './ImportClients.module.css';

/** /clients/import: clients of before from a CSV file, shown before they are imported (product.md 4.17). */
export default function ImportClients() {
  const { t } = useTranslation('clients');
  const { step, problem, chosenName, choose, again, importShown, isImporting } = useClientImport();
  // A file that was mended is chosen again.
  const forget = useRef<() => void>(null);
  const pick = (file: File | null) => {
    void choose(file);
    if (file) forget.current?.();
  };
  const changes = step.at === 'previewed' ? step.preview.new + step.preview.joined : 0;
  return (
    <Page
      title={t('import.title')}
      lead={t('import.lead')}
      actions={
        <Button
          component={Link}
          to={paths.clients}
          variant="subtle"
          leftSection={<IconArrowLeft size={18} className={classes.back} aria-hidden />}
        >
          {t('back')}
        </Button>
      }
    >
      <Stack gap="md">
        <Group gap="sm">
          <FileButton onChange={pick} accept=".csv,text/csv" resetRef={forget}>
            {(props) => (
              <Button
                {...props}
                variant={step.at === 'previewed' ? 'default' : 'filled'}
                leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
              >
                {t('import.choose')}
              </Button>
            )}
          </FileButton>
          <bdi translate="no">{chosenName}</bdi>
        </Group>
        <p role="alert" className={classes.problem}>
          {step.at === 'failed' ? null : problem}
        </p>
        {step.at === 'choosing' ? <EmptyState icon={IconFileSpreadsheet}>{t('import.none')}</EmptyState> : null}
        {step.at === 'reading' ? <Reading /> : null}
        {step.at === 'failed' ? (
          <div role="alert">
            <EmptyState
              icon={IconCloudOff}
              action={
                <Button variant="default" onClick={again}>
                  {t('import.again')}
                </Button>
              }
            >
              {problem}
            </EmptyState>
          </div>
        ) : null}
        {step.at === 'previewed' ? (
          <>
            <Counts counts={step.preview} label={t('import.preview')} />
            <Group gap="sm">
              <Button disabled={changes === 0} loading={isImporting} onClick={() => void importShown()}>
                {t('import.do')}
              </Button>
              <span>{changes === 0 ? t('import.nothing') : t('import.will', { count: changes })}</span>
            </Group>
            <ImportRows rows={step.preview.rows} />
          </>
        ) : null}
        {step.at === 'done' ? <Done counts={step.counts} /> : null}
      </Stack>
    </Page>
  );
}

function Counts({ counts, label }: { counts: ImportCounts; label: string }) {
  const { t } = useTranslation('clients');
  return (
    <section aria-label={label}>
      <dl className={classes.counts}>
        {(['new', 'joined', 'unchanged', 'refused'] as const).map((outcome) => (
          <div key={outcome}>
            <dt>{t(`import.outcome.${outcome}`)}</dt>
            <dd>{counts[outcome]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Done({ counts }: { counts: ImportCounts }) {
  const { t } = useTranslation('clients');
  return (
    <div role="status">
      <EmptyState
        icon={IconCircleCheck}
        action={
          <Button component={Link} to={paths.clients}>
            {t('import.toClients')}
          </Button>
        }
      >
        {t('import.done')}
      </EmptyState>
      <Counts counts={counts} label={t('import.done')} />
    </div>
  );
}

function Reading() {
  const { t } = useTranslation('clients');
  return (
    <div role="status" aria-busy="true" aria-label={t('import.reading')}>
      <Stack gap="xs">
        <Skeleton height={72} radius="lg" />
        <Skeleton height={60} radius="lg" />
        <Skeleton height={60} radius="lg" />
      </Stack>
    </div>
  );
}
