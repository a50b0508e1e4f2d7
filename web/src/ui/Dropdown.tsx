import { cloneElement, Suspense, useState, type ReactElement, type ReactNode, type Ref } from 'react';
import { lazyPart } from './lazy-part';

const load = () => import('./DropdownMenu');
const DropdownMenu = lazyPart(load);
/** What fails is loaded again when the menu is opened. */
const prefetch = () => void load().catch(() => undefined);

/** What is set on the button before its menu's code is there. */
interface ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'aria-busy'?: boolean;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: () => void;
}

interface DropdownProps {
  button: ReactElement<ButtonProps>;
  position: 'bottom-start' | 'bottom-end';
  /** The menu's content, rendered once it is opened. */
  items: () => ReactNode;
}

/** Takes focus because it replaces the button that was pressed. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** A button with a menu. The menu's code is fetched when the user reaches for it, to keep the first load small. */
export function Dropdown({ button, position, items }: DropdownProps) {
  const [pressed, setPressed] = useState(false);
  const closed = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => setPressed(true),
  });
  if (!pressed) return closed;
  return (
    <Suspense fallback={cloneElement(closed, { 'aria-busy': true })}>
      <DropdownMenu position={position} target={cloneElement(button, { ref: takeFocus })}>
        {items()}
      </DropdownMenu>
    </Suspense>
  );
}
