import { useState } from 'react';
import { Menu } from '@mantine/core';
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { CountBadge } from './CountBadge';
import classes from './Header.module.css';
import type { MenuLink, Submenu } from './menus';

interface MenuItemsProps {
  links: readonly MenuLink[];
  submenus?: readonly Submenu[];
}

/** What replaces the focused item takes over the focus. */
const takeFocus = (item: HTMLElement | null) => item?.focus({ preventScroll: true });

/** The links of a dropdown. An opened submenu replaces them until the user goes back. */
export default function MenuItems({ links, submenus = [] }: MenuItemsProps) {
  const { t } = useTranslation('shell');
  const [opened, setOpened] = useState<Submenu['label'] | null>(null);
  const [left, setLeft] = useState<Submenu['label'] | null>(null);
  const submenu = submenus.find(({ label }) => label === opened);
  const leave = (label: Submenu['label']) => {
    setLeft(label);
    setOpened(null);
  };
  if (submenu) return <OpenedSubmenu submenu={submenu} onBack={() => leave(submenu.label)} />;
  return (
    <>
      <Links links={links} />
      {submenus.length > 0 ? <Menu.Divider /> : null}
      {submenus.map(({ label, icon: Picture }) => (
        <Menu.Item
          key={label}
          ref={label === left ? takeFocus : undefined}
          closeMenuOnClick={false}
          leftSection={<Picture size={18} aria-hidden />}
          rightSection={<IconChevronRight size={16} className={classes.turned} aria-hidden />}
          onClick={() => setOpened(label)}
        >
          {t(label)}
        </Menu.Item>
      ))}
    </>
  );
}

/** A submenu's links, below the button that leads back. */
function OpenedSubmenu({ submenu, onBack }: { submenu: Submenu; onBack: () => void }) {
  const { t } = useTranslation(['shell', 'ui']);
  return (
    <>
      <Menu.Item
        ref={takeFocus}
        closeMenuOnClick={false}
        fw={700}
        leftSection={<IconArrowLeft size={18} className={classes.turned} aria-label={t('ui:back')} />}
        onClick={onBack}
      >
        {t(submenu.label)}
      </Menu.Item>
      <Menu.Divider />
      <Links links={submenu.links} />
    </>
  );
}

function Links({ links }: { links: readonly MenuLink[] }) {
  const { t } = useTranslation('shell');
  return links.map(({ label, to, icon: Picture, count }) => (
    <Menu.Item
      key={to}
      component={Link}
      to={to}
      leftSection={<Picture size={18} aria-hidden />}
      rightSection={<CountBadge value={count} />}
    >
      {t(label)}
    </Menu.Item>
  ));
}
