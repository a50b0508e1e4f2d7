import { useId } from 'react';
import { IconMoodSad } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, Sheet } from '@/ui';
import { useReport } from '../hooks/use-report';
import type { Subject } from '../report';
import { ReportSteps, StepsFooter } from './ReportSteps';

interface ReportThingProps {
  /** null: what was to be reported no longer exists. */
  subject: Subject | null;
  onClose: () => void;
}

/** The report dialog, opened for something that is at hand: words, an appointment, or an account. */
export default function ReportThing({ subject, onClose }: ReportThingProps) {
  const { t } = useTranslation('safety');
  const reporting = useReport(subject);
  const formId = useId();
  const asks = subject !== null && !reporting.isOwn && reporting.form.progress !== 'complete';
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t('title')}
      size={560}
      footer={asks ? <StepsFooter reporting={reporting} formId={formId} /> : undefined}
    >
      {subject ? (
        <ReportSteps subject={subject} reporting={reporting} formId={formId} onClose={onClose} />
      ) : (
        <EmptyState icon={IconMoodSad}>{t('gone')}</EmptyState>
      )}
    </Sheet>
  );
}
