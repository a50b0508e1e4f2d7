import { Logo } from './Logo';
import classes from './frames.module.css';

/** What the very first moment shows, while the screen's code is on its way. */
export function Splash() {
  return (
    <div className={classes.splash}>
      <Logo />
    </div>
  );
}
