import { useState } from 'react';
import { ActionIcon, Button, type ButtonProps } from '@mantine/core';
import { IconHeart, IconHeartMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCircle } from '../hooks/use-circle';
import { ConfirmDecision } from './ConfirmDecision';

interface CircleActionProps extends Pick<ButtonProps, 'fullWidth' | 'size'> {
  providerId: string;
  /** Whom it is about, for the question. */
  name: string;
  /** Where there is little room: what undoes is a picture alone. */
  compact?: boolean;
}

/** 'Add to circle' or 'Remove from circle', for those who may; each wants a Yes (spec 2, 'Circle action control'). */
export function CircleAction({ providerId, name, compact = false, ...look }: CircleActionProps) {
  const { t } = useTranslation('circle');
  const { may, inCircle, busy, toggle } = useCircle(providerId);
  const [asking, setAsking] = useState(false);
  if (!may) return null;
  const yes = () => {
    setAsking(false);
    void toggle();
  };
  const Picture = inCircle ? IconHeartMinus : IconHeart;
  return (
    <>
      {compact && inCircle ? (
        <ActionIcon variant="default" size={44} loading={busy} aria-label={t('remove')} title={t('remove')} onClick={() => setAsking(true)}>
          <Picture size={19} />
        </ActionIcon>
      ) : (
        <Button variant="default" {...look} loading={busy} leftSection={<Picture size={17} aria-hidden />} onClick={() => setAsking(true)}>
          {t(inCircle ? 'remove' : 'add')}
        </Button>
      )}
      <ConfirmDecision opened={asking} question={t(inCircle ? 'askRemove' : 'askAdd', { name })} onYes={yes} onNo={() => setAsking(false)} />
    </>
  );
}
