import { UnstyledButton } from '@mantine/core';
import { IconCamera, IconPencil } from '@tabler/icons-react';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { accountDialogs, useDialog } from '@/routing';
import { Avatar } from '@/ui';
import classes from './AccountSummary.module.css';

interface AccountSummaryProps {
  /** `column` in the sidebar, `row` in the menu of small screens. */
  shape: 'column' | 'row';
  /** Called before a dialog opens. */
  onPick?: () => void;
}

/** The own picture, name and username; picture and username open their dialogs. */
export function AccountSummary({ shape, onPick }: AccountSummaryProps) {
  const { t } = useTranslation('shell');
  const session = useSession();
  const { open } = useDialog(accountDialogs);
  const edit = (dialog: 'avatar' | 'username') => {
    onPick?.();
    open(dialog);
  };
  return (
    <div className={classes.person} data-shape={shape}>
      <UnstyledButton className={classes.picture} aria-label={t('editAvatar')} onClick={() => edit('avatar')}>
        <Avatar name={session.name} src={session.avatar} size={shape === 'column' ? 88 : 60} />
        <span className={classes.camera} aria-hidden>
          <IconCamera size={16} />
        </span>
      </UnstyledButton>
      <div className={classes.text}>
        <strong className={classes.name}>{session.name}</strong>
        {session.onboardUsername ? (
          <UnstyledButton className={classes.username} onClick={() => edit('username')}>
            <bdi>@{session.username}</bdi> <IconPencil size={16} aria-label={t('editUsername')} role="img" />
          </UnstyledButton>
        ) : null}
      </div>
    </div>
  );
}
