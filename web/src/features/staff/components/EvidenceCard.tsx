import { Button, Rating as Stars } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import type { ReportParty, ReportWhole } from '../api';
import { readEvidence, type AccountEvidence, type ThreadEvidence, type WordsEvidence } from '../evidence';
import { useInstantLabel } from '../hooks/use-labels';
import { AppointmentFacts } from './AppointmentFacts';
import classes from './Card.module.css';
import evidenceClasses from './Evidence.module.css';
import { Mark } from './Person';
import { PostFacts } from './PostFacts';

interface EvidenceCardProps {
  report: ReportWhole;
  /** Fetches the report again. */
  onReload: () => void;
  reloading: boolean;
}

/** The reported thing as it was when the report was made. */
export function EvidenceCard({ report, onReload, reloading }: EvidenceCardProps) {
  const { t } = useTranslation('staff');
  return (
    <section className={classes.card}>
      <h2>{t('evidence')}</h2>
      <EvidenceContent report={report} onReload={onReload} reloading={reloading} />
      {report.post_hidden ? <p className={classes.small}>{t('postIsHidden')}</p> : null}
      {report.review_removed ? <p className={classes.small}>{t('reviewIsTakenDown')}</p> : null}
    </section>
  );
}

function EvidenceContent({ report, onReload, reloading }: EvidenceCardProps) {
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
    case 'words':
      return <ReportedWords words={evidence} />;
    case 'account':
      return <ReportedAccount account={evidence} />;
  }
}

/** A comment with what it stood below, or a review with its stars. */
function ReportedWords({ words: { text, stars, below, created } }: { words: WordsEvidence }) {
  const { t } = useTranslation('ratings');
  const instant = useInstantLabel();
  return (
    <>
      {stars === null ? null : <Stars value={stars} readOnly role="img" size="sm" aria-label={t('outOfFive', { rating: stars })} />}
      <p className={classes.text} dir="auto">
        {text}
      </p>
      {below ? (
        <blockquote className={classes.small} dir="auto">
          {below}
        </blockquote>
      ) : null}
      <p className={classes.small}>{instant(created)}</p>
    </>
  );
}

/** The reported account as others saw it. */
function ReportedAccount({ account: { name, username, expertise, place } }: { account: AccountEvidence }) {
  return (
    <p className={classes.text}>
      <strong dir="auto">{name}</strong> {username ? <bdi>@{username}</bdi> : null}
      <br />
      <span dir="auto">{[expertise, place].filter(Boolean).join(' · ')}</span>
    </p>
  );
}

/** The messages around the reported one, which is marked. */
function MessageThread({ thread: { messages }, parties }: { thread: ThreadEvidence; parties: readonly ReportParty[] }) {
  const { t } = useTranslation('staff');
  const instant = useInstantLabel();
  const nameOf = (id: string) => parties.find(({ owner_id }) => owner_id === id)?.name || t('goneAccount');
  if (messages.length === 0) return <p className={classes.quiet}>{t('evidenceGone')}</p>;
  return (
    <ol className={evidenceClasses.thread}>
      {messages.map((message) => (
        <li key={message.id} data-reported={message.reported || undefined}>
          <small>
            <strong>{nameOf(message.sender)}</strong> <span>{instant(message.sent)}</span>
            {message.reported ? <Mark tone="bad">{t('reportedMessage')}</Mark> : null}
          </small>
          <p className={classes.text} dir="auto">
            {message.text}
          </p>
        </li>
      ))}
    </ol>
  );
}
