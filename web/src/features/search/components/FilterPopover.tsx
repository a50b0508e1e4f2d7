import type { ReactNode } from 'react';
import { Popover } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

interface FilterPopoverProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  chip: ReactNode;
  children: ReactNode;
}

/** The popover of big screens, anchored to its chip. Mantine restores the focus only of one that was closed first. */
export default function FilterPopover({ title, opened, onClose, chip, children }: FilterPopoverProps) {
  const there = useMounted();
  return (
    <Popover
      opened={there && opened}
      onDismiss={onClose}
      position="bottom-start"
      width={320}
      shadow="md"
      radius="lg"
      trapFocus
      returnFocus
      hideDetached={false}
      withRoles={false}
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>{chip}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={title}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
