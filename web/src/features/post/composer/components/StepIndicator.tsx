import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { steps } from '../draft';
import classes from './Composer.module.css';

/** Which of the steps this is. */
export function StepIndicator({ place }: { place: number }) {
  const { t } = useTranslation('post');
  const step = steps[place] ?? steps[0];
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(place);
  // Where a new step begins is where one goes on, also by keyboard and by ear.
  useEffect(() => {
    if (first.current === place) return;
    first.current = -1;
    heading.current?.focus();
  }, [place]);
  return (
    <div className={classes.mark}>
      <h3 ref={heading} tabIndex={-1}>
        {t(`step.${step}`)}
      </h3>
      <span>{t('stepOf', { step: place + 1, count: steps.length })}</span>
      <div className={classes.bars} aria-hidden>
        {steps.map((one, index) => (
          <span key={one} data-reached={index <= place || undefined} />
        ))}
      </div>
    </div>
  );
}
