import type { ReactElement, ReactNode } from 'react';
import { Menu } from '@mantine/core';

interface DropdownMenuProps {
  position: 'bottom-start' | 'bottom-end';
  target: ReactElement;
  children: ReactNode;
}

/** A menu that is open from the moment it is first drawn. It stays within its landmark, for those who go by landmarks. */
export default function DropdownMenu({ position, target, children }: DropdownMenuProps) {
  return (
    <Menu width={260} position={position} defaultOpened returnFocus withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
