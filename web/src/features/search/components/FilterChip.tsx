import { Suspense, useId, useState, type FocusEvent, type ReactNode } from 'react';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet, useBigScreen } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import type { FilterName } from '../filters';
import { useFilterLabel } from '../hooks/use-filter-labels';
import classes from './Filters.module.css';

const FilterPopover = lazyPart(() => import('./FilterPopover'));

interface FilterChipProps {
  name: FilterName;
  value: string;
  /** The user reaches for the chip. */
  onReach: () => void;
  onRemove: () => void;
  /** The form that chooses the value; calls `onDone` afterwards. */
  children: (onDone: () => void) => ReactNode;
}

/** Takes focus because it replaces the button that was pressed. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** Browsers leave a chip alone that can be seen in part. By a press it must not move: the press would miss it. */
export function showWhole({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** A filter's chip. It opens a popover on big screens and a sheet on small ones. */
export function FilterChip({ name, value, onReach, onRemove, children }: FilterChipProps) {
  const { t } = useTranslation('search');
  const big = useBigScreen();
  const [opened, setOpened] = useState(false);
  const [everOpened, setEverOpened] = useState(false);
  const id = useId();
  const close = () => {
    setOpened(false);
    // The button that was pressed first is not the one that stands here now, so Mantine cannot give the focus back to it.
    const focusedBefore = document.activeElement;
    setTimeout(() => {
      const { activeElement } = document;
      // A user who has moved on by then keeps the focus where it is.
      if (activeElement === focusedBefore || activeElement === document.body)
        document.getElementById(id)?.querySelector('button')?.focus({ preventScroll: true });
    });
  };
  const toggle = () => {
    setOpened(!opened);
    setEverOpened(true);
  };
  const chip = (
    <span id={id} className={classes.chip} data-active={value ? true : undefined}>
      <ChipButtons
        name={name}
        value={value}
        opened={opened}
        isNew={big && everOpened}
        onReach={onReach}
        onToggle={toggle}
        onRemove={onRemove}
      />
    </span>
  );
  const dialog = { title: t(`filter.${name}`), opened, onClose: close };
  if (!big) {
    return (
      <>
        {chip}
        <Sheet {...dialog}>{opened ? children(dialog.onClose) : null}</Sheet>
      </>
    );
  }
  if (!everOpened) return chip;
  return (
    <Suspense fallback={chip}>
      <FilterPopover {...dialog} chip={chip}>
        {children(dialog.onClose)}
      </FilterPopover>
    </Suspense>
  );
}

interface ChipButtonsProps extends Omit<FilterChipProps, 'children'> {
  opened: boolean;
  /** It stands in the place of a chip that was just pressed. */
  isNew: boolean;
  onToggle: () => void;
}

/** The chip's label, which opens it, and the remove button of an active filter. */
function ChipButtons({ name, value, opened, isNew, onReach, onToggle, onRemove }: ChipButtonsProps) {
  const { t } = useTranslation('search');
  const valueText = useFilterLabel();
  const title = t(`filter.${name}`);
  const text = value ? valueText(name, value) : title;
  const named = value ? `${title}: ${text}` : title;
  return (
    <>
      <UnstyledButton
        ref={isNew ? takeFocus : undefined}
        className={classes.open}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={named}
        onPointerEnter={onReach}
        onFocus={(event) => {
          onReach();
          showWhole(event);
        }}
        onClick={onToggle}
      >
        {text}
        {value ? null : <IconChevronDown size={16} aria-hidden />}
      </UnstyledButton>
      {value ? (
        <UnstyledButton className={classes.remove} aria-label={t('remove', { filter: named })} onFocus={showWhole} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </UnstyledButton>
      ) : null}
    </>
  );
}
