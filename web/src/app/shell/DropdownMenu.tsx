import { useState, type ReactElement, type ReactNode } from 'react';
import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

interface DropdownMenuProps {
  position: 'bottom-start' | 'bottom-end';
  target: ReactElement;
  children: ReactNode;
}

/**
 * A menu that opens as soon as it is there: Mantine gives the focus back to where it was when a menu opened, not when it was
 * born open. It stays within its landmark, for those who go by landmarks.
 */
export default function DropdownMenu({ position, target, children }: DropdownMenuProps) {
  const [opened, setOpened] = useState(true);
  const there = useMounted();
  return (
    <Menu width={260} position={position} opened={there && opened} onChange={setOpened} returnFocus withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
