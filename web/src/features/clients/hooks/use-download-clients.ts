import { useState } from 'react';
import { saveText } from '@/platform/files';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useLazyClientsFileQuery } from '../api';

/** Saves the list as a CSV file on the device. */
export function useDownloadClients(): { download: () => void; isDownloading: boolean } {
  const { t } = useTranslation('clients');
  const [fetchFile] = useLazyClientsFileQuery();
  const [isDownloading, setDownloading] = useState(false);
  const download = async () => {
    setDownloading(true);
    try {
      await saveText(await fetchFile(undefined).unwrap(), 'openhours-clients.csv', 'text/csv;charset=utf-8');
    } catch {
      toast.failed(t('downloadFailed'));
    } finally {
      setDownloading(false);
    }
  };
  return { download: () => void download(), isDownloading };
}
