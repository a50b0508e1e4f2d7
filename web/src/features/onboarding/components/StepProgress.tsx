import { useTranslation } from '@/i18n/use-translation';
import classes from './OnboardingComplete.module.css';

/** Which of the two onboarding steps is current. */
export function StepProgress({ step }: { step: 1 | 2 }) {
  const { t } = useTranslation('onboarding');
  return (
    <p className={classes.steps}>
      <span className={classes.bar} aria-hidden>
        <i data-done />
        <i data-done={step === 2 || undefined} />
      </span>
      {t('step', { step })}
    </p>
  );
}
