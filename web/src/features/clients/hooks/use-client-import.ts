import { useState } from 'react';
import { asFailure, type Failure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { dataUrlOf } from '@/platform/files';
import { useImportClientsMutation, usePreviewClientImportMutation, type ImportCounts, type ImportPreview } from '../api';

interface Chosen {
  name: string;
  /** As a data URL. */
  content: string;
}

export type ImportStep =
  | { at: 'choosing' }
  | { at: 'reading' }
  | { at: 'failed' }
  | { at: 'previewed'; preview: ImportPreview }
  | { at: 'done'; counts: ImportCounts };

/** An import of clients: a file is chosen, what it would do is shown, and then it is done. The chosen file stays until another is chosen. */
export function useClientImport() {
  const { t } = useTranslation('clients');
  const steps = useSteps();
  const preview = usePreview(steps);
  const [sendImport, { isLoading: isImporting }] = useImportClientsMutation();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { step, setStep, problem, setProblem, explain } = steps;
  const choose = async (file: File | null) => {
    if (!file) return;
    try {
      const next = { name: file.name, content: await dataUrlOf(file) };
      setChosen(next);
      await preview(next);
    } catch {
      setProblem(t('import.unreadable'));
    }
  };
  const again = () => {
    if (chosen) void preview(chosen);
  };
  const importShown = async () => {
    if (!chosen || step.at !== 'previewed') return;
    setProblem(null);
    try {
      const { data } = await sendImport({ iv_media_base: chosen.content, iv_preview: step.preview.preview }).unwrap();
      setStep({ at: 'done', counts: data });
    } catch (error) {
      const failure = asFailure(error);
      // The clients have changed meanwhile: what would be done now is shown.
      if (failure.iv_msg['iv_preview']) await preview(chosen);
      explain(failure);
    }
  };
  return { step, problem, chosenName: chosen?.name ?? '', choose, again, importShown, isImporting };
}

/** Where the import stands, and what was wrong with the last step. */
function useSteps() {
  const [step, setStep] = useState<ImportStep>({ at: 'choosing' });
  const [problem, setProblem] = useState<string | null>(null);
  const explain = (failure: Failure) => setProblem(failure.iv_msg['iv_media_base'] ?? failure.iv_msg['iv_preview'] ?? failure.main_msg);
  return { step, setStep, problem, setProblem, explain };
}

/** Shows what importing a file would do. */
function usePreview({ setStep, setProblem, explain }: ReturnType<typeof useSteps>) {
  const [sendPreview] = usePreviewClientImportMutation();
  return async (file: Chosen): Promise<void> => {
    setProblem(null);
    setStep({ at: 'reading' });
    try {
      const { data } = await sendPreview({ iv_media_base: file.content }).unwrap();
      setStep({ at: 'previewed', preview: data });
    } catch (error) {
      const failure = asFailure(error);
      explain(failure);
      setStep({ at: failure.kind === 'unavailable' ? 'failed' : 'choosing' });
    }
  };
}
