import { lazy } from 'react';
import { IconChevronDown } from '@tabler/icons-react';
import { Dropdown } from './Dropdown';
import classes from './Header.module.css';
import type { MenuLink, Submenu } from './menus';

const MenuItems = lazy(() => import('./MenuItems'));

/** One dropdown of the header's navigation. */
export function HeaderMenu({ label, links, submenus = [] }: { label: string; links: MenuLink[]; submenus?: Submenu[] }) {
  return (
    <Dropdown className={classes.link} position="bottom-start" items={() => <MenuItems links={links} submenus={submenus} />}>
      {label}
      <IconChevronDown size={14} aria-hidden />
    </Dropdown>
  );
}
