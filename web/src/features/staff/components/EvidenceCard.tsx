import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ReportWhole } from '../api';
import { readEvidence } from '../evidence';
import { AppointmentFacts } from './AppointmentFacts';
import classes from './Desk.module.css';
import { MessageThread } from './MessageThread';
import { PostFacts } from './PostFacts';

interface EvidenceCardProps {
  report: ReportWhole;
  /** Asks for the report once more. */
  onReload: () => void;
  reloading: boolean;
}

/** The reported thing as it stood when the report came, whatever became of it since. */
export function EvidenceCard({ report, onReload, reloading }: EvidenceCardProps) {
  const { t } = useTranslation('staff');
  return (
    <section className={classes.card}>
      <h2>{t('evidence')}</h2>
      <Shown report={report} onReload={onReload} reloading={reloading} />
      {report.post_hidden ? <p className={classes.small}>{t('postIsHidden')}</p> : null}
    </section>
  );
}

function Shown({ report, onReload, reloading }: EvidenceCardProps) {
  const { t } = useTranslation('staff');
  const evidence = readEvidence(report, report.evidence);
  switch (evidence.kind) {
    case 'waiting':
      return (
        <>
          <p className={classes.quiet} role="status">
            {t('evidenceWaits')}
          </p>
          <Button variant="default" mt="md" leftSection={<IconRefresh size={18} aria-hidden />} loading={reloading} onClick={onReload}>
            {t('reload')}
          </Button>
        </>
      );
    case 'none':
      return <p className={classes.quiet}>{t('evidenceGone')}</p>;
    case 'post':
      return <PostFacts post={evidence} owner={report.reported} />;
    case 'appointment':
      return <AppointmentFacts appointment={evidence} />;
    case 'thread':
      return <MessageThread thread={evidence} parties={[report.reported, report.reporter]} />;
  }
}
