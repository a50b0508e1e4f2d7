import type { ReactNode } from 'react';
import { IconCircleCheck } from '@tabler/icons-react';
import classes from './EditDialogs.module.css';

/** Says that the changes are saved; replaces the save button. */
export function SavedNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={classes.saved}>
      <IconCircleCheck size={24} aria-hidden />
      {children}
    </p>
  );
}
