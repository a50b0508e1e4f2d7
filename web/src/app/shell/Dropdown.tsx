import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '@/ui/lazy-part';

const load = () => import('./DropdownMenu');
const DropdownMenu = lazyPart(load);
/** What fails is loaded again when the menu is opened. */
const prefetch = () => void load().catch(() => undefined);

interface DropdownProps {
  /** What the button shows. */
  children: ReactNode;
  className: string | undefined;
  label?: string;
  position: 'bottom-start' | 'bottom-end';
  /** The menu's content, rendered once it is opened. */
  items: () => ReactNode;
}

/** Takes focus because it replaces the button that was pressed. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** A button with a menu. The menu's code is fetched when the user reaches for it, to keep the first load small. */
export function Dropdown({ children, className, label, position, items }: DropdownProps) {
  const [pressed, setPressed] = useState(false);
  const button = (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => setPressed(true)}
    >
      {children}
    </button>
  );
  if (!pressed) return button;
  return (
    <Suspense fallback={button}>
      <DropdownMenu
        position={position}
        target={
          <button ref={takeFocus} type="button" className={className} aria-label={label}>
            {children}
          </button>
        }
      >
        {items()}
      </DropdownMenu>
    </Suspense>
  );
}
