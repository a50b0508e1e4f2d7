import { useRef, useState } from 'react';
import { asFailure, type Failure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { dataUrlOf } from '@/platform/files';
import { type ColumnUse, type ImportCounts, type ImportPreview, useImportClientsMutation, usePreviewClientImportMutation } from '../api';
import { namesClients, usesOf, withUse } from '../model';

interface Chosen {
  name: string;
  /** As a data URL. */
  content: string;
  /** What the columns are used for, once somebody has said so. */
  uses?: ColumnUse[];
}

interface Previewed {
  at: 'previewed';
  preview: ImportPreview;
  uses: ColumnUse[];
  /** Whether the preview is that of these uses. */
  isCurrent: boolean;
  /** Whether the preview of these uses is on its way. */
  isReading: boolean;
}

type ImportStep = { at: 'choosing' } | { at: 'reading' } | { at: 'failed' } | Previewed | { at: 'done'; counts: ImportCounts };

const filePart = ({ content, uses }: Chosen) => ({ iv_media_base: content, ...(uses ? { iv_columns: uses } : {}) });

/** An import of clients: a file is chosen, what it would do is shown, and then it is done. The chosen file stays until another is chosen. */
export function useClientImport() {
  const { t } = useTranslation('clients');
  const steps = useSteps();
  const { preview, previewOther } = usePreview(steps);
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
  const assign = (place: number, use: ColumnUse) => {
    if (!chosen || step.at !== 'previewed') return;
    const next = { ...chosen, uses: withUse(step.uses, place, use) };
    setChosen(next);
    previewOther(step, next);
  };
  const importShown = async () => {
    if (!chosen || step.at !== 'previewed') return;
    setProblem(null);
    try {
      const { data } = await sendImport({ ...filePart(chosen), iv_preview: step.preview.preview }).unwrap();
      setStep({ at: 'done', counts: data });
    } catch (error) {
      const failure = asFailure(error);
      // The clients have changed meanwhile: what would be done now is shown.
      if (failure.iv_msg['iv_preview']) await preview(chosen);
      explain(failure);
    }
  };
  return { step, problem, chosenName: chosen?.name ?? '', choose, again, assign, importShown, isImporting };
}

/** Where the import stands, and what was wrong with the last step. */
function useSteps() {
  const [step, setStep] = useState<ImportStep>({ at: 'choosing' });
  const [problem, setProblem] = useState<string | null>(null);
  const explain = (failure: Failure) => setProblem(failure.iv_msg['iv_media_base'] ?? failure.iv_msg['iv_preview'] ?? failure.main_msg);
  return { step, setStep, problem, setProblem, explain };
}

interface Assigned extends Chosen {
  uses: ColumnUse[];
}

/** Shows what importing a file would do. Columns that are assigned stay in sight meanwhile, and the last answer counts. */
function usePreview({ setStep, setProblem, explain }: ReturnType<typeof useSteps>) {
  const { t } = useTranslation('clients');
  const [sendPreview] = usePreviewClientImportMutation();
  const newest = useRef(0);
  const preview = async (file: Chosen): Promise<void> => {
    const mine = ++newest.current;
    setProblem(null);
    setStep((before) => (file.uses && before.at === 'previewed' ? before : { at: 'reading' }));
    try {
      const { data } = await sendPreview(filePart(file)).unwrap();
      if (mine === newest.current)
        setStep({ at: 'previewed', preview: data, uses: usesOf(data, file.uses), isCurrent: true, isReading: false });
    } catch (error) {
      if (mine !== newest.current) return;
      const failure = asFailure(error);
      explain(failure);
      if (failure.kind === 'unavailable') setStep({ at: 'failed' });
      else setStep((before) => (before.at === 'previewed' ? { ...before, isReading: false } : { at: 'choosing' }));
    }
  };
  const previewOther = (shown: Previewed, file: Assigned) => {
    const isNamed = namesClients(file.uses);
    setStep({ ...shown, uses: file.uses, isCurrent: false, isReading: isNamed });
    newest.current += 1;
    if (isNamed) void preview(file);
    else setProblem(t('import.columns.needName'));
  };
  return { preview, previewOther };
}
