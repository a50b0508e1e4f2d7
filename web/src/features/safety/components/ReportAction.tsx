import { Suspense } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { ReportThing } from '../lazy';
import { useReportDialog } from '../hooks/use-report-dialog';
import type { ReportedWords } from '../report';

interface ReportActionProps {
  words: ReportedWords & { kind: 'comment' | 'review' };
  /** The accessible name: whose words are reported. */
  label: string;
}

/** The flag beside a comment or a review, and the dialog that it opens. */
export function ReportAction({ words, label }: ReportActionProps) {
  const { opened, open, close } = useReportDialog(words.kind, words.id);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={open}>
        <IconFlag size={18} aria-hidden />
      </ActionIcon>
      <Suspense>{opened ? <ReportThing subject={words} onClose={close} /> : null}</Suspense>
    </>
  );
}
