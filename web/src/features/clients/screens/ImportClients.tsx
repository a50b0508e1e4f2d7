import { useRef, useState } from 'react';
import { Button, FileButton, Group, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconCircleCheck, IconCloudOff, IconFileSpreadsheet } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, Page } from '@/ui';
import { phoneText } from '@/ui/phone';
import { type ImportCounts, type ImportRow } from '../api';
import { ImportColumns } from '../components/ImportColumns';
import { useClientImport } from '../hooks/use-client-import';
import classes from './ImportClients.module.css';
import { importOrder } from '../model';

/** /clients/import: clients of before from a CSV file, shown before they are imported (product.md 4.17). */
export default function ImportClients() {
  const { t } = useTranslation('clients');
  const { step, problem, chosenName, choose, again, assign, importShown, isImporting } = useClientImport();
  // A file that was mended is chosen again.
  const forget = useRef<() => void>(null);
  const pick = (file: File | null) => {
    void choose(file);
    if (file) forget.current?.();
  };
  const changes = step.at === 'previewed' && step.isCurrent ? step.preview.new + step.preview.joined : 0;
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
            <ImportColumns columns={step.preview.columns ?? []} uses={step.uses} onAssign={assign} />
            <Counts counts={step.preview} label={t('import.preview')} />
            <Group gap="sm">
              <Button disabled={changes === 0} loading={isImporting || step.isReading} onClick={() => void importShown()}>
                {t('import.do')}
              </Button>
              {step.isCurrent ? <span>{changes === 0 ? t('import.nothing') : t('import.will', { count: changes })}</span> : null}
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

/** How many rows are shown at first, and how many more each time. */
const atOnce = 50;

/** What becomes of each row of the file, those that are refused first. */
function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
  const { t } = useTranslation('clients');
  const [most, setMost] = useState(atOnce);
  const ordered = importOrder(rows);
  return (
    <>
      <ul className={classes.rows} aria-label={t('import.rows')}>
        {ordered.slice(0, most).map((row) => (
          <OneRow key={row.line} row={row} />
        ))}
      </ul>
      {ordered.length > most ? (
        <Button variant="default" onClick={() => setMost(most + atOnce)}>
          {t('import.more')}
        </Button>
      ) : null}
    </>
  );
}

function OneRow({ row: { line, outcome, name, email, phone, client_name, field, reason } }: { row: ImportRow }) {
  const { t } = useTranslation('clients');
  const what =
    outcome === 'joined' || outcome === 'unchanged'
      ? t(`import.becomes.${outcome}`, { name: client_name })
      : t(`import.becomes.${outcome}`);
  return (
    <li className={classes.row}>
      <strong>
        <bdi>{name || t('import.noName')}</bdi>
      </strong>
      <span className={classes.facts}>
        {t('import.line', { line })}
        {email ? (
          <>
            {' · '}
            <bdi>{email}</bdi>
          </>
        ) : null}
        {phone ? (
          <>
            {' · '}
            <bdi dir="ltr">{outcome === 'refused' ? phone : phoneText(phone)}</bdi>
          </>
        ) : null}
      </span>
      {outcome === 'refused' ? (
        <span className={classes.refused}>
          {field ? `${t(`import.field.${field as 'name' | 'email' | 'phone'}`)}: ` : null}
          {reason}
        </span>
      ) : (
        <span>{what}</span>
      )}
    </li>
  );
}
