import { asFailure } from '@/api';
import { saveJson } from '@/platform/files';
import { text } from '@/i18n';
import { toast } from '@/ui';
import { useLazyExportAccountDataQuery } from '../api';

/** Saves a JSON document with all data about the user. */
export function useDataExport(): { download: () => void; isDownloading: boolean } {
  const [fetchData, { isFetching }] = useLazyExportAccountDataQuery();
  const download = async () => {
    try {
      const { data, message } = await fetchData().unwrap();
      // A document that lacks a part would pass for the whole.
      if (message.main_msg) return toast.offer(message.main_msg, text('ui:retry'), () => void download());
      await saveJson(data, 'openhours-my-data.json');
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
    }
  };
  return { download: () => void download(), isDownloading: isFetching };
}
