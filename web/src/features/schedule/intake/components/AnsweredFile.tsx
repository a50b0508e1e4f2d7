import { useEffect, useState } from 'react';
import { Button } from '@mantine/core';
import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import type { AnswerData } from '@/api';
import { useFetchFile } from '@/api/fetch-file';
import { fileSize } from '@/i18n/file-size';
import { formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { saveFile } from '@/platform/files';
import { useLinkToken } from '../../responses/guest-link-token';
import { pdfNameOf } from '../pdf-name';
import classes from './OrderAnswers.module.css';

interface AnsweredFileProps {
  file: NonNullable<AnswerData['file']>;
  question: string;
}

/** A file that answers a question. It is fetched when somebody asks for it, with their token: it has no public address. */
export function AnsweredFile({ file, question }: AnsweredFileProps) {
  const { t } = useTranslation('schedule');
  const { load, state } = useAnsweredFile(file.file_id);
  const Shown = file.kind === 'pdf' ? AnsweredPdf : AnsweredPicture;
  return (
    <>
      <Shown file={file} question={question} load={load} isLoading={state === 'loading'} />
      <p role="alert" className={classes.failed}>
        {state === 'failed' ? t('intake.failed') : null}
      </p>
    </>
  );
}

interface LoadedProps extends AnsweredFileProps {
  /** Fetches the file and hands its content to `take`. */
  load: (take: (content: Blob) => void | Promise<void>) => Promise<void>;
  isLoading: boolean;
}

function AnsweredPicture({ question, load, isLoading }: LoadedProps) {
  const { t } = useTranslation('schedule');
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown) : undefined), [shown]);
  if (shown) return <img className={classes.picture} src={shown} alt={question} />;
  return (
    <Button
      variant="light"
      size="compact-md"
      loading={isLoading}
      leftSection={<IconPhoto size={16} aria-hidden />}
      onClick={() => void load((content) => setShown(URL.createObjectURL(content)))}
    >
      {t('intake.show')}
    </Button>
  );
}

/** A PDF is saved, and never shown on this page: it may hold anything. */
function AnsweredPdf({ file, question, load, isLoading }: LoadedProps) {
  const { t, i18n } = useTranslation('schedule');
  const size = fileSize(file.size, formatLocale(i18n.language));
  return (
    <Button
      variant="light"
      size="compact-md"
      loading={isLoading}
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      onClick={() => void load((content) => saveFile(content, pdfNameOf(question)))}
    >
      {t('intake.save', { size })}
    </Button>
  );
}

/** Fetches a file among the answers as the user, or as the guest whose link is open. `state` says how that goes. */
function useAnsweredFile(fileId: string) {
  const { token } = useLinkToken();
  const fetchFile = useFetchFile();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const load = async (take: (content: Blob) => void | Promise<void>): Promise<void> => {
    setState('loading');
    try {
      await take(await fetchFile(`/api/get_intake_file/${fileId}${token ? `?${new URLSearchParams({ token })}` : ''}`));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return { load, state };
}
