import { Suspense, useState } from 'react';
import { ActionIcon, Button, type ButtonProps } from '@mantine/core';
import { IconHeart, IconHeartMinus, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { lazyPart } from '@/ui/lazy-part';
import { useCircle } from '../hooks/use-circle';

/** Fetched when the button is first pressed. */
const ConfirmDecision = lazyPart(() => import('./ConfirmDecision'));

interface CircleActionProps extends Pick<ButtonProps, 'fullWidth' | 'size'> {
  providerId: string;
  /** The provider's name, for the question. */
  name: string;
  /** In narrow places the remove button is an icon only. */
  compact?: boolean;
}

/** 'Add to circle' or 'Remove from circle', for users who may. Each asks for confirmation (product.md 3.5). */
export function CircleAction({ providerId, name, compact = false, ...look }: CircleActionProps) {
  const { t } = useTranslation('circle');
  const { may, isUnknown, inCircle, busy, toggle, retry } = useCircle(providerId);
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  if (isUnknown) {
    return (
      <Button variant="default" {...look} loading={busy} leftSection={<IconRefresh size={18} aria-hidden />} onClick={retry}>
        {t('unknown')}
      </Button>
    );
  }
  if (!may) return null;
  const ask = () => {
    setAsked(true);
    setAsking(true);
  };
  const yes = () => {
    setAsking(false);
    void toggle();
  };
  const Picture = inCircle ? IconHeartMinus : IconHeart;
  return (
    <>
      {compact && inCircle ? (
        <ActionIcon variant="default" size={44} loading={busy} aria-label={t('remove')} title={t('remove')} onClick={ask}>
          <Picture size={20} />
        </ActionIcon>
      ) : (
        <Button variant="default" {...look} loading={busy} leftSection={<Picture size={18} aria-hidden />} onClick={ask}>
          {t(inCircle ? 'remove' : 'add')}
        </Button>
      )}
      <Suspense>
        {asked ? (
          <ConfirmDecision
            opened={asking}
            question={t(inCircle ? 'askRemove' : 'askAdd', { name })}
            onYes={yes}
            onNo={() => setAsking(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
