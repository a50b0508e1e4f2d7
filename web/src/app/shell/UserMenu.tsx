import { useTranslation } from 'react-i18next';
import { useSession } from '@/api';
import { Avatar } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { Dropdown } from './Dropdown';
import classes from './UserMenu.module.css';

const UserMenuItems = lazyPart(() => import('./UserMenuItems'));

/** The user's own picture, which opens the user menu. */
export function UserMenu() {
  const { t } = useTranslation('shell');
  const { name, avatar } = useSession();
  return (
    <Dropdown className={classes.target} label={t('userMenu', { name })} position="bottom-end" items={() => <UserMenuItems />}>
      <Avatar name={name} src={avatar} size={40} />
    </Dropdown>
  );
}
