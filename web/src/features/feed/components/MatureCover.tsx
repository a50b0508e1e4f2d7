import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import classes from './MatureCover.module.css';

/** Covers mature content until the user reveals it. */
export function MatureCover({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('feed');
  return (
    <div className={classes.cover}>
      <IconEyeOff size={30} aria-hidden />
      <p>{t('mature')}</p>
      <Button variant="white" color="dark" size="sm" onClick={onOpen}>
        {t('showMature')}
      </Button>
    </div>
  );
}
