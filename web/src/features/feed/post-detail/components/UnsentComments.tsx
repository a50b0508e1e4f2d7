import { useCallback } from 'react';
import { useSession, useWaitingWrites } from '@/api';
import { UnsentState } from '@/features/outbox';
import { useTranslation } from '@/i18n/use-translation';
import { Avatar } from '@/ui';
import classes from './Comments.module.css';

/** The viewer's comments on a post that wait for a connection. */
export function UnsentComments({ postId }: { postId: string }) {
  const { t } = useTranslation('ui');
  const { name, avatar } = useSession();
  const writes = useWaitingWrites(
    'comment',
    useCallback((body) => body['iv_post_id'] === postId, [postId]),
  );
  if (!writes.length) return null;
  return (
    <ul className={classes.list} aria-label={t('unsent.waiting')}>
      {writes.map((write) => (
        <li key={write.key} className={classes.row}>
          <Avatar name={name} src={avatar} size={36} />
          <div className={classes.body}>
            <p className={classes.person}>
              <strong>{name}</strong>
            </p>
            <p className={classes.text} dir="auto">
              {String(write.body['iv_post_comment'])}
            </p>
            <UnsentState write={write} />
          </div>
        </li>
      ))}
    </ul>
  );
}
