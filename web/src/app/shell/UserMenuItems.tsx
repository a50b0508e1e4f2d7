import { Menu } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import MenuItems from './MenuItems';
import { userMenu } from './menus';
import { useAccountCounts } from './use-account-counts';
import classes from './Header.module.css';

/** How many characters of a name the header shows. */
const maxNameLength = 22;

/** Name, links with counts, and sign-out. */
export default function UserMenuItems() {
  const { t } = useTranslation('shell');
  const session = useSession();
  return (
    <>
      <div className={classes.person}>
        <strong>{Array.from(session.name).slice(0, maxNameLength).join('')}</strong>
        {session.serviceProvider ? <span>@{session.username}</span> : null}
      </div>
      <MenuItems links={userMenu(session, useAccountCounts())} />
      <Menu.Divider />
      <Menu.Item component={Link} to={paths.signOut} leftSection={<IconLogout size={18} aria-hidden />}>
        {t('signOut')}
      </Menu.Item>
    </>
  );
}
