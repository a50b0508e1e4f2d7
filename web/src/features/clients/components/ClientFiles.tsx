import { useRef, useState } from 'react';
import { ActionIcon, Button, FileButton, Skeleton } from '@mantine/core';
import { IconDownload, IconFileTypePdf, IconPaperclip, IconPhoto, IconTrash } from '@tabler/icons-react';
import { fileSize } from '@/i18n/file-size';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';
import { dataUrlOf, PICTURES_AND_PDFS, saveFile } from '@/platform/files';
import { QueryStates, toast } from '@/ui';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { asFailure } from '@/api';
import { useFetchFile } from '@/api/fetch-file';
import { type ClientFile, useAddClientFileMutation, useGetClientFilesQuery, useRemoveClientFileMutation } from '../api';
import texts from './ClientBookings.module.css';

/** The pictures and documents that the provider keeps with a client. */
export function ClientFiles({ clientId }: { clientId: string }) {
  const { t } = useTranslation('clients');
  const query = useGetClientFilesQuery(clientId);
  const { add, save, remove, isAdding, isRemoving, problem } = useClientFiles(clientId);
  const [leaving, setLeaving] = useState<ClientFile | null>(null);
  // A file that was refused may be chosen again.
  const forget = useRef<() => void>(null);
  const choose = (file: File | null) => {
    void add(file);
    if (file) forget.current?.();
  };
  const removeChosen = async () => {
    if (leaving && (await remove(leaving))) setLeaving(null);
  };
  return (
    <section aria-label={t('files')}>
      <h2 className={texts.title}>{t('files')}</h2>
      <QueryStates
        query={query}
        skeleton={<Skeleton height={52} radius="lg" />}
        isEmpty={({ data }) => data.files.length === 0}
        empty={<p className={texts.none}>{t('noFiles')}</p>}
      >
        {({ data }) => (
          <ul className={texts.files}>
            {data.files.map((file) => (
              <OneFile key={file.file_id} file={file} onSave={() => void save(file)} onRemove={() => setLeaving(file)} />
            ))}
          </ul>
        )}
      </QueryStates>
      <FileButton onChange={choose} accept={PICTURES_AND_PDFS} resetRef={forget}>
        {(props) => (
          <Button
            {...props}
            variant="light"
            mt="xs"
            leftSection={<IconPaperclip size={18} aria-hidden />}
            loading={isAdding}
            aria-describedby={`files-of-${clientId}`}
          >
            {t('addFile')}
          </Button>
        )}
      </FileButton>
      <p id={`files-of-${clientId}`} className={texts.facts}>
        {t('fileLimit')}
      </p>
      <p role="alert" className={texts.problem}>
        {problem}
      </p>
      {leaving ? (
        <ConfirmDialog
          title={t('removeFileTitle')}
          action={t('removeFile')}
          waits={isRemoving}
          onConfirm={() => void removeChosen()}
          onClose={() => setLeaving(null)}
        >
          {t('removeFileText', { name: leaving.name })}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

interface OneFileProps {
  file: ClientFile;
  onSave: () => void;
  onRemove: () => void;
}

function OneFile({ file: { name, kind, size, created_at }, onSave, onRemove }: OneFileProps) {
  const { t, i18n } = useTranslation('clients');
  const locale = formatLocale(i18n.language);
  const added = dateTimeFormat(locale, { dateStyle: 'medium', timeZone: deviceTimezone() }).format(new Date(created_at));
  const Kind = kind === 'pdf' ? IconFileTypePdf : IconPhoto;
  return (
    <li className={texts.file}>
      <Kind size={24} aria-hidden />
      <span className={texts.about}>
        <bdi>{name}</bdi>
        <span className={texts.facts}>
          {added} · {fileSize(size, locale)}
        </span>
      </span>
      <ActionIcon variant="subtle" size="xl" aria-label={t('saveFile', { name })} onClick={onSave}>
        <IconDownload size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" size="xl" aria-label={t('removeFileNamed', { name })} onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </li>
  );
}

/** Adds, saves and removes files of a client. `problem` says why the last one was not added. */
function useClientFiles(clientId: string) {
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
