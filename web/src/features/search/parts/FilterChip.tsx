import { useState, type ReactNode } from 'react';
import { Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Sheet, useBigScreen } from '@/ui';
import { useValueText } from '../names';
import type { FilterName } from '../wanted';
import classes from './Filters.module.css';

interface FilterChipProps {
  name: FilterName;
  value: string;
  onRemove: () => void;
  /** Where the value is chosen; calls `onDone` once it is. */
  children: (onDone: () => void) => ReactNode;
}

/** A filter's chip. It opens a popover on big screens and a sheet on small ones. */
export function FilterChip({ name, value, onRemove, children }: FilterChipProps) {
  const { t } = useTranslation('search');
  const big = useBigScreen();
  const valueText = useValueText();
  const [opened, setOpened] = useState(false);
  const title = t(`filter.${name}`);
  const text = value ? valueText(name, value) : title;
  const close = () => setOpened(false);
  const chip = (
    <span className={classes.chip} data-active={value ? true : undefined}>
      <UnstyledButton
        className={classes.open}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={value ? `${title}: ${text}` : title}
        onClick={() => setOpened(!opened)}
      >
        {text}
        {value ? null : <IconChevronDown size={16} aria-hidden />}
      </UnstyledButton>
      {value ? (
        <UnstyledButton className={classes.remove} aria-label={t('remove', { filter: `${title}: ${text}` })} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </UnstyledButton>
      ) : null}
    </span>
  );
  if (!big) {
    return (
      <>
        {chip}
        <Sheet opened={opened} onClose={close} title={title}>
          {opened ? children(close) : null}
        </Sheet>
      </>
    );
  }
  return (
    <Popover
      opened={opened}
      onDismiss={close}
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
        {children(close)}
      </Popover.Dropdown>
    </Popover>
  );
}
