import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { asFailure } from '@/api';
import { fileSize } from '@/i18n/file-size';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { saveJson } from '@/platform/files';
import { QueryStates, toast } from '@/ui';
import {
  useGetDataExportQuery,
  dataExportApi,
  useLazyDownloadDataExportQuery,
  useStartDataExportMutation,
  type ShownExport,
} from '../data-export-api';
import classes from './Settings.module.css';

const pollingInterval = 2000;

/** Everything that is held about the user: started here, collected by the server, downloaded here when it is ready (product.md 1.10). */
export function DataExport() {
  const { t } = useTranslation('settings');
  const last = useGetDataExportQuery(undefined).currentData?.data?.data_export;
  const query = useGetDataExportQuery(undefined, {
    refetchOnMountOrArgChange: true,
    ...(last?.state === 'collecting' ? { pollingInterval } : {}),
  });
  return (
    <Stack gap="sm">
      <Text c="dimmed">{t('dataExport.text')}</Text>
      <QueryStates query={query} skeleton={<Skeleton height={36} width={180} radius="md" />}>
        {({ data }) => <State export={data?.data_export ?? null} />}
      </QueryStates>
    </Stack>
  );
}

function State({ export: shown }: { export: ShownExport | null }) {
  const { t } = useTranslation('settings');
  if (shown === null) return <Start label={t('dataExport.start')} />;
  if (shown.state === 'collecting') return <Collecting export={shown} />;
  if (shown.state === 'ready') return <Ready export={shown} />;
  return (
    <>
      <Text>{t(`dataExport.${shown.state}`)}</Text>
      <Start label={t('dataExport.startAgain')} />
    </>
  );
}

function Start({ label }: { label: string }) {
  const { start, isStarting } = useStartExport();
  return (
    <Group>
      <Button variant="default" loading={isStarting} onClick={start}>
        {label}
      </Button>
    </Group>
  );
}

function Collecting({ export: { parts, parts_done: done } }: { export: ShownExport }) {
  const { t } = useTranslation('settings');
  const told = t('dataExport.collecting', { done, parts });
  return (
    <div role="status">
      <progress className={classes.progress} value={done} max={parts} aria-label={told} />
      <Text>{told}</Text>
      <Text c="dimmed">{t('dataExport.leave')}</Text>
    </div>
  );
}

function Ready({ export: shown }: { export: ShownExport }) {
  const { t, i18n } = useTranslation('settings');
  const { download, isDownloading } = useDownloadExport();
  const locale = formatLocale(i18n.language);
  const date = (instant: string | null) =>
    instant ? dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant)) : '';
  const size = fileSize(shown.size, locale);
  return (
    <>
      <div role="status">
        <Text>{t('dataExport.ready', { size, date: date(shown.ready_at) })}</Text>
        <Text c="dimmed">{t('dataExport.until', { date: date(shown.expires_at) })}</Text>
      </div>
      <Group gap="sm">
        <Button leftSection={<IconDownload size={18} aria-hidden />} loading={isDownloading} onClick={() => download(shown.export_id)}>
          {t('dataExport.download')}
        </Button>
        <Start label={t('dataExport.again')} />
      </Group>
    </>
  );
}

/** Says why a call failed. That the server was not reached, a banner says already. */
function tell(error: unknown): void {
  const failure = asFailure(error);
  if (failure.status) toast.failed(failure.main_msg);
}

/** Begins an export, after the user has shown who they are (product.md 1.13). */
function useStartExport(): { start: () => void; isStarting: boolean } {
  const [begin, { isLoading }] = useStartDataExportMutation();
  return { start: () => void begin().unwrap().catch(tell), isStarting: isLoading };
}

/** Saves a ready export on the device, after the user has shown who they are. It may have expired meanwhile. */
function useDownloadExport(): { download: (exportId: string) => void; isDownloading: boolean } {
  const dispatch = useDispatch();
  const [fetchDocument] = useLazyDownloadDataExportQuery();
  const [isDownloading, setDownloading] = useState(false);
  const download = async (exportId: string) => {
    setDownloading(true);
    try {
      const { data } = await fetchDocument(exportId).unwrap();
      await saveJson(data, 'openhours-my-data.json');
    } catch (error) {
      tell(error);
      dispatch(dataExportApi.util.invalidateTags(['Exports']));
    } finally {
      setDownloading(false);
    }
  };
  return { download: (exportId) => void download(exportId), isDownloading };
}
