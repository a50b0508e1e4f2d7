import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';

/** Opens the dialog for a new entry: the way without dragging or tapping. `day` is where it begins. */
export function EnterButton({ day = '', onEnter }: { day?: string; onEnter: (subject: string) => void }) {
  const { t } = useTranslation('diary');
  return (
    <Button variant="light" size="compact-md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onEnter(day)}>
      {t('enter')}
    </Button>
  );
}
