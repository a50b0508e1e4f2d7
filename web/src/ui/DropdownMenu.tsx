import { useState, type ReactElement, type ReactNode } from 'react';
import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

interface DropdownMenuProps {
  position: 'bottom-start' | 'bottom-end';
  target: ReactElement;
  children: ReactNode;
}

/**
 * A menu that opens right after it mounts: Mantine restores the focus only for a menu that was closed first.
 */
export default function DropdownMenu({ position, target, children }: DropdownMenuProps) {
  const [opened, setOpened] = useState(true);
  const there = useMounted();
  return (
    <Menu width={260} position={position} opened={there && opened} onChange={setOpened} returnFocus>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
