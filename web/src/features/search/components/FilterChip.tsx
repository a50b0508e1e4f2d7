import { useState, type ReactNode } from 'react';
import { Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Sheet, useBigScreen } from '@/ui';
import type { FilterName } from '../filters';
import { useFilterLabel } from '../hooks/use-filter-labels';
import classes from './Filters.module.css';

interface FilterChipProps {
  name: FilterName;
  value: string;
  onRemove: () => void;
  /** The form that chooses the value; calls `onDone` afterwards. */
  children: (onDone: () => void) => ReactNode;
}

/** A filter's chip. It opens a popover on big screens and a sheet on small ones. */
export function FilterChip({ name, value, onRemove, children }: FilterChipProps) {
  const { t } = useTranslation('search');
  const big = useBigScreen();
  const [opened, setOpened] = useState(false);
  const title = t(`filter.${name}`);
  const close = () => setOpened(false);
  const chip = (
    <span className={classes.chip} data-active={value ? true : undefined}>
      <ChipButtons name={name} value={value} opened={opened} onToggle={() => setOpened(!opened)} onRemove={onRemove} />
    </span>
  );
  const dialog = { title, opened, onClose: close };
  if (big) {
    return (
      <BesideChip {...dialog} chip={chip}>
        {children(close)}
      </BesideChip>
    );
  }
  return (
    <>
      {chip}
      <Sheet {...dialog}>{opened ? children(close) : null}</Sheet>
    </>
  );
}

interface BesideChipProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  chip: ReactNode;
  children: ReactNode;
}

/** The popover of big screens, anchored to its chip. */
function BesideChip({ title, opened, onClose, chip, children }: BesideChipProps) {
  return (
    <Popover
      opened={opened}
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

interface ChipButtonsProps extends Omit<FilterChipProps, 'children'> {
  opened: boolean;
  onToggle: () => void;
}

/** The chip's label, which opens it, and the remove button of an active filter. */
function ChipButtons({ name, value, opened, onToggle, onRemove }: ChipButtonsProps) {
  const { t } = useTranslation('search');
  const valueText = useFilterLabel();
  const title = t(`filter.${name}`);
  const text = value ? valueText(name, value) : title;
  const named = value ? `${title}: ${text}` : title;
  return (
    <>
      <UnstyledButton className={classes.open} aria-haspopup="dialog" aria-expanded={opened} aria-label={named} onClick={onToggle}>
        {text}
        {value ? null : <IconChevronDown size={16} aria-hidden />}
      </UnstyledButton>
      {value ? (
        <UnstyledButton className={classes.remove} aria-label={t('remove', { filter: named })} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </UnstyledButton>
      ) : null}
    </>
  );
}
