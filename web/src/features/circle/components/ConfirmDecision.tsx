import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Sheet } from '@/ui';

interface ConfirmDecisionProps {
  opened: boolean;
  question: string;
  onYes: () => void;
  onNo: () => void;
}

/** The small sheet at the bottom that asks before the circle changes (spec 2, 'Circle action control'). */
export function ConfirmDecision({ opened, question, onYes, onNo }: ConfirmDecisionProps) {
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
