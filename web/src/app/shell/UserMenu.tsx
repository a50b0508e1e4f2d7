import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { Avatar, Dropdown } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import classes from './UserMenu.module.css';

const UserMenuItems = lazyPart(() => import('./UserMenuItems'));

/** The user's own picture, which opens the user menu. */
export function UserMenu() {
  const { t } = useTranslation('shell');
  const { name, avatar } = useSession();
  return (
    <Dropdown
      position="bottom-end"
      items={() => <UserMenuItems />}
      button={
        <button type="button" className={classes.target} aria-label={t('userMenu', { name })}>
          <Avatar name={name} src={avatar} size={40} />
        </button>
      }
    />
  );
}
