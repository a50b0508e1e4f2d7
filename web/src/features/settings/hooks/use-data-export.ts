import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { asFailure } from '@/api';
import { saveJson } from '@/platform/files';
import { toast } from '@/ui';
import { dataExportApi, useLazyDownloadDataExportQuery, useStartDataExportMutation } from '../data-export-api';

/** Says why a call failed. That the server was not reached, a banner says already. */
function tell(error: unknown): void {
  const failure = asFailure(error);
  if (failure.status) toast.failed(failure.main_msg);
}

/** Begins an export, after the user has shown who they are (product.md 1.13). */
export function useStartExport(): { start: () => void; isStarting: boolean } {
  const [begin, { isLoading }] = useStartDataExportMutation();
  return { start: () => void begin().unwrap().catch(tell), isStarting: isLoading };
}

/** Saves a ready export on the device, after the user has shown who they are. It may have expired meanwhile. */
export function useDownloadExport(): { download: (exportId: string) => void; isDownloading: boolean } {
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
