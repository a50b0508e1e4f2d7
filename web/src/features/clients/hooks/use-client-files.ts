import { useState } from 'react';
import { asFailure } from '@/api';
import { useFetchFile } from '@/api/fetch-file';
import { useTranslation } from '@/i18n/use-translation';
import { dataUrlOf, saveFile } from '@/platform/files';
import { toast } from '@/ui';
import { useAddClientFileMutation, useRemoveClientFileMutation, type ClientFile } from '../api';

/** Adds, saves and removes files of a client. `problem` says why the last one was not added. */
export function useClientFiles(clientId: string) {
  const { t } = useTranslation('clients');
  const [send] = useAddClientFileMutation();
  const [removeFile, { isLoading: isRemoving }] = useRemoveClientFileMutation();
  const fetchFile = useFetchFile();
  const [isAdding, setAdding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const add = async (file: File | null) => {
    if (!file) return;
    setAdding(true);
    setProblem(null);
    try {
      await send({ iv_client_id: clientId, iv_name: file.name.slice(-120), iv_media_base: await dataUrlOf(file) }).unwrap();
    } catch (error) {
      const { iv_msg, main_msg } = asFailure(error);
      const why = iv_msg['iv_media_base'] ?? iv_msg['iv_name'] ?? main_msg;
      setProblem(t('fileRefused', { name: file.name, why: why || t('fileNotAdded') }));
    } finally {
      setAdding(false);
    }
  };
  const save = async ({ path, name }: ClientFile) => {
    try {
      await saveFile(await fetchFile(path), name);
    } catch {
      toast.failed(t('downloadFailed'));
    }
  };
  const remove = async ({ file_id }: ClientFile): Promise<boolean> => {
    try {
      await removeFile({ iv_file_id: file_id }).unwrap();
      return true;
    } catch (error) {
      toast.failed(asFailure(error).main_msg || t('fileNotRemoved'));
      return false;
    }
  };
  return { add, save, remove, isAdding, isRemoving, problem };
}
