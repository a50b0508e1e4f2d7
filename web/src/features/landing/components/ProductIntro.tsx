import { IconCalendarTime, IconListDetails, IconSparkles, type Icon } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import classes from './ProductIntro.module.css';

function IntroPoint({ icon: Picture, title, text }: { icon: Icon; title: string; text: string }) {
  return (
    <li className={classes.point}>
      <span className={classes.icon} aria-hidden>
        <Picture size={24} />
      </span>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  );
}

/** The product in a few sentences. */
export function ProductIntro() {
  const { t } = useTranslation('landing');
  return (
    <div>
      <ul className={classes.points}>
        <IntroPoint icon={IconListDetails} title={t('step1')} text={t('step1Text')} />
        <IntroPoint icon={IconCalendarTime} title={t('step2')} text={t('step2Text')} />
        <IntroPoint icon={IconSparkles} title={t('step3')} text={t('step3Text')} />
      </ul>
      <p className={classes.anyone}>
        <strong>{t('anyone')}.</strong> {t('anyoneText')}
      </p>
    </div>
  );
}
