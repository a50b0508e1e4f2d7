import { asFailure } from '@/api';
import { saveJson } from '@/platform/files';
import { toast } from '@/ui';
import { useLazyExportAccountDataQuery } from '../api';

/** Saves a JSON document with all data about the user. */
export function useDataExport(): { download: () => void; isDownloading: boolean } {
  const [fetchData, { isFetching }] = useLazyExportAccountDataQuery();
  const download = async () => {
    try {
      const { data } = await fetchData().unwrap();
      await saveJson(data, 'openhours-my-data.json');
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
    }
  };
  return { download: () => void download(), isDownloading: isFetching };
}
