import { useState } from 'react';
import { saveText } from '@/platform/files';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useLazyFiguresFileQuery } from '../api';
import type { Span } from '../model';

/** Saves the figures of a range as a CSV file on the device. */
export function useDownloadFigures(span: Span, timezone: string): { download: () => void; isDownloading: boolean } {
  const { t } = useTranslation('figures');
  const [fetchFile] = useLazyFiguresFileQuery();
  const [isDownloading, setDownloading] = useState(false);
  const download = async () => {
    setDownloading(true);
    try {
      await saveText(
        await fetchFile({ ...span, timezone }).unwrap(),
        `openhours-figures-${span.first}-${span.last}.csv`,
        'text/csv;charset=utf-8',
      );
    } catch {
      toast.failed(t('downloadFailed'));
    } finally {
      setDownloading(false);
    }
  };
  return { download: () => void download(), isDownloading };
}
