import { Button, Rating as Stars } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { fullSizes, PostPicture } from '@/features/feed';
import { useReference } from '@/forms';
import { currencyCode, Duration, Money } from '@/ui';
import { type ShownStatus, StatusChip } from '@/ui/StatusChip';
import type { ReportParty, ReportWhole } from '../api';
import {
  type AccountEvidence,
  type AppointmentEvidence,
  type PostEvidence,
  readEvidence,
  type ThreadEvidence,
  type WordsEvidence,
} from '../evidence';
import { useInstantLabel } from '../hooks/use-labels';
import classes from './Card.module.css';
import evidenceClasses from './Evidence.module.css';
import { Mark } from './Person';
import { Fact } from './Fact';

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

/** A reported post with text and pictures. Mature pictures stay covered until pressed, for staff too. */
function PostFacts({ post, owner }: { post: PostEvidence; owner: ReportParty }) {
  const { t } = useTranslation('staff');
  const instant = useInstantLabel();
  const { audience, state } = post;
  return (
    <>
      {post.added ? (
        <p className={evidenceClasses.added} dir="auto">
          {post.added}
        </p>
      ) : null}
      <p className={classes.text} dir="auto">
        {post.brief || <span className={classes.quiet}>{t('noCaption')}</span>}
      </p>
      <PostPictures post={post} />
      <dl className={evidenceClasses.summary}>
        <Fact name={t('postOf')}>{owner.name || t('goneAccount')}</Fact>
        <Fact name={t('postDate')}>{instant(post.date)}</Fact>
        <Fact name={t('audience.label')}>{t(`audience.${audience}` as 'audience.all', audience)}</Fact>
        <Fact name={t('state.label')}>{t(`state.${state}` as 'state.active', state)}</Fact>
        <Fact name={t('kind.label')}>{post.type === 'repost' ? t('kind.repost') : ''}</Fact>
        <Fact name={t('mature')}>{post.mature ? t('yes') : ''}</Fact>
        <Fact wide name={t('tags')}>
          {post.tags.map((tag) => `#${tag}`).join(' ')}
        </Fact>
      </dl>
    </>
  );
}

function PostPictures({ post: { images, mature } }: { post: PostEvidence }) {
  const { t } = useTranslation('staff');
  if (images.length === 0) return <p className={classes.small}>{t('noPictures')}</p>;
  const list = (
    <ul className={evidenceClasses.pictures}>
      {images.map((image, place) => (
        <li key={image}>
          <PostPicture name={image} alt={t('picture', { place: place + 1, count: images.length })} open={false} sizes={fullSizes} />
        </li>
      ))}
    </ul>
  );
  if (!mature) return list;
  return (
    <details className={evidenceClasses.folded}>
      <summary>{t('showPictures', { count: images.length })}</summary>
      {list}
    </details>
  );
}

const statuses: readonly ShownStatus[] = ['pending', 'accepted', 'ongoing', 'completed', 'overdue', 'rejected', 'cancelled'];
const modes = ['in-person', 'remote', 'hybrid'] as const;

/** A reported appointment: parties, service, time, place and messages. */
function AppointmentFacts({ appointment }: { appointment: AppointmentEvidence }) {
  const { t } = useTranslation(['staff', 'ui']);
  const instant = useInstantLabel();
  const status = statuses.find((one) => one === appointment.status);
  const mode = modes.find((one) => one === appointment.mode);
  return (
    <dl className={evidenceClasses.summary}>
      <Fact name={t('provider')}>{appointment.provider}</Fact>
      <Fact name={t('client')}>{appointment.client}</Fact>
      <Fact name={t('state.label')}>{status ? <StatusChip status={status} /> : appointment.status}</Fact>
      <Fact wide name={t('services')}>
        <BookedServices appointment={appointment} />
      </Fact>
      <Fact wide name={t('times')}>
        {appointment.sessions.map(({ start, end }) => [instant(start), instant(end)].filter(Boolean).join(' – ')).join('\n')}
      </Fact>
      <Fact name={t('mode')}>{mode ? t(`ui:deliveryMode.${mode}`) : appointment.mode}</Fact>
      <Fact name={t('place')}>{appointment.place}</Fact>
      <Fact wide name={t('brief')}>
        {appointment.brief}
      </Fact>
      <Fact wide name={t('providersNote')}>
        {appointment.note}
      </Fact>
      <Fact name={t('asked')}>{instant(appointment.created)}</Fact>
    </dl>
  );
}

/** The booked services. Costs are in the smallest unit of their currency. */
function BookedServices({ appointment: { services, currency } }: { appointment: AppointmentEvidence }) {
  const reference = useReference();
  const units = reference?.currencies.find(({ code }) => code === currencyCode(currency))?.minor_units ?? 2;
  return services.map(({ name, minutes, costMinor }) => (
    <span key={name} className={evidenceClasses.serviceLine}>
      {name} · <Duration minutes={minutes} />
      {costMinor === null ? null : (
        <>
          {' · '}
          <Money amount={costMinor / 10 ** units} currency={currency} />
        </>
      )}
    </span>
  ));
}
