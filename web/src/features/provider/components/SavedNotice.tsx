import type { ReactNode } from 'react';
import { IconCircleCheck } from '@tabler/icons-react';
import classes from './EditDialogs.module.css';

/** Says that it is saved, in place of the button that saved it. */
export function SavedNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={classes.saved}>
      <IconCircleCheck size={22} aria-hidden />
      {children}
    </p>
  );
}
