import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Count } from './Count';
import type { MenuLink } from './menus';

/** The links of a dropdown. */
export default function MenuItems({ links }: { links: MenuLink[] }) {
  const { t } = useTranslation('shell');
  return links.map(({ label, to, icon: Picture, count }) => (
    <Menu.Item
      key={to}
      component={Link}
      to={to}
      leftSection={<Picture size={18} stroke={1.6} aria-hidden />}
      rightSection={<Count value={count} />}
    >
      {t(label)}
    </Menu.Item>
  ));
}
