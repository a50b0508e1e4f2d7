import { useId } from 'react';
import { IconMoodSad } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Conversation, Message } from '@/api';
import { EmptyState, Sheet } from '@/ui';
import { useReport } from '../hooks/use-report';
import type { Subject } from '../report';
import { ReportSteps, StepsFooter } from './ReportSteps';

interface ReportMessageProps {
  /** null: the message no longer exists. */
  message: Message | null;
  from: Conversation;
  onClose: () => void;
}

/** The report dialog, opened for a message. */
export default function ReportMessage({ message, from, onClose }: ReportMessageProps) {
  const { t } = useTranslation('safety');
  const subject: Subject | null = message && { kind: 'message', message, from };
  const reporting = useReport(subject);
  const formId = useId();
  const asks = subject !== null && reporting.form.progress !== 'complete';
  return (
    <Sheet opened onClose={onClose} title={t('title')} size={560} footer={asks ? <StepsFooter reporting={reporting} formId={formId} /> : undefined}>
      {subject ? <ReportSteps subject={subject} reporting={reporting} formId={formId} onClose={onClose} /> : <EmptyState icon={IconMoodSad}>{t('gone')}</EmptyState>}
    </Sheet>
  );
}
