import type { ReactElement, ReactNode } from 'react';
import { Menu } from '@mantine/core';

interface DropdownMenuProps {
  position: 'bottom-start' | 'bottom-end';
  target: ReactElement;
  children: ReactNode;
}

/** A menu that is open from the moment it is first drawn. */
export default function DropdownMenu({ position, target, children }: DropdownMenuProps) {
  return (
    <Menu width={260} position={position} defaultOpened returnFocus>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
