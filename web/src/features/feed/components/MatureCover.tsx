import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './MatureCover.module.css';

/** Covers mature content until the user reveals it. */
export function MatureCover({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('feed');
  return (
    <div className={classes.cover}>
      <IconEyeOff size={28} stroke={1.5} aria-hidden />
      <p>{t('mature')}</p>
      <Button variant="white" color="dark" size="sm" onClick={onOpen}>
        {t('showMature')}
      </Button>
    </div>
  );
}
