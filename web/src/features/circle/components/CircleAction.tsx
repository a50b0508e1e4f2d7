import { useState } from 'react';
import { ActionIcon, Button, Group, Text, type ButtonProps } from '@mantine/core';
import { IconHeart, IconHeartMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '@/ui';
import { useCircle } from '../hooks/use-circle';

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

interface ConfirmDecisionProps {
  opened: boolean;
  question: string;
  onYes: () => void;
  onNo: () => void;
}

/** The small bottom sheet that asks before the circle changes (product.md 3.5). */
function ConfirmDecision({ opened, question, onYes, onNo }: ConfirmDecisionProps) {
  const { t } = useTranslation(['circle', 'ui']);
  return (
    <Sheet fromBelow opened={opened} onClose={onNo} title={t('confirm')}>
      <Text mb="lg">{question}</Text>
      <Group grow>
        <Button variant="default" onClick={onNo}>
          {t('ui:no')}
        </Button>
        <Button onClick={onYes}>{t('ui:yes')}</Button>
      </Group>
    </Sheet>
  );
}
