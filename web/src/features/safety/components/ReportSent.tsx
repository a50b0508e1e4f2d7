import { Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { Avatar, useRatingText } from '@/ui';
import { useBlock } from '../hooks/use-block';
import { reportedAccount, type Subject } from '../report';
import classes from './Report.module.css';

/** The success message with the reported account, and a button to block it. */
export function ReportSent({ subject }: { subject: Subject }) {
  const { t } = useTranslation(['safety', 'ui']);
  const rated = useRatingText();
  const { ownerId, name, username, avatar, expertise, rating } = reportedAccount(subject);
  const { blocked, action, busy, toggle } = useBlock(ownerId);
  return (
    <div className={classes.person}>
      <Avatar name={name} src={avatar} size={48} />
      <div className={classes.name}>
        <strong>{name}</strong>
        <small>
          <bdi>{expertise || (username ? `@${username}` : '')}</bdi>
        </small>
        {rating ? <small>{t('ui:rated', { rating: rated(rating.average), count: rating.count })}</small> : null}
      </div>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconBan size={16} aria-hidden />}
        loading={busy}
        aria-pressed={action === 'unknown' ? undefined : blocked}
        onClick={() => void toggle()}
      >
        {t(action)}
      </Button>
    </div>
  );
}
