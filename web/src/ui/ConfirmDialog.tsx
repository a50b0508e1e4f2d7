import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet } from './Sheet';

interface ConfirmDialogProps {
  title: string;
  /** Explains the consequences. */
  children: string;
  /** The label of the button. */
  action: string;
  waits: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before something stops working. */
export function ConfirmDialog({ title, children, action, waits, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  return (
    <Sheet opened onClose={onClose} title={title} size="sm">
      <Stack>
        <p style={{ margin: 0 }}>{children}</p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button color="red" loading={waits} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}
