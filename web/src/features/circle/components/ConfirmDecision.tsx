import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { useCloseTopmost, useOpenAfterMount, useRestoreFocus } from '@/ui/dialog-behaviour';
import { useSheetDrag } from '../hooks/use-sheet-drag';
import classes from './ConfirmDecision.module.css';

interface ConfirmDecisionProps {
  opened: boolean;
  question: string;
  onYes: () => void;
  onNo: () => void;
}

/**
 * The small bottom sheet that asks before the circle changes (product.md 3.5). Its handle drags it between two heights, and
 * away; a press on the handle does the same as dragging.
 */
export default function ConfirmDecision({ opened, question, onYes, onNo }: ConfirmDecisionProps) {
  const { t } = useTranslation(['circle', 'ui']);
  useRestoreFocus();
  const close = useCloseTopmost(opened, onNo);
  const { shift, isLow, toggle, handle } = useSheetDrag(opened, close);
  return (
    <Modal.Root
      opened={useOpenAfterMount(opened)}
      onClose={close}
      size="100%"
      centered={false}
      xOffset={0}
      yOffset={0}
      transitionProps={{ transition: 'slide-up', duration: 180 }}
      classNames={{ inner: classes.inner, content: classes.sheet, title: classes.title, body: classes.body }}
    >
      <Modal.Overlay />
      <Modal.Content style={{ '--shift': `${shift}px` }}>
        <button
          type="button"
          className={classes.handle}
          aria-expanded={!isLow}
          aria-label={t(isLow ? 'raise' : 'lower')}
          onClick={toggle}
          {...handle}
        />
        <Modal.Header role="presentation">
          <Modal.Title>{t('confirm')}</Modal.Title>
          <Modal.CloseButton aria-label={t('ui:close')} />
        </Modal.Header>
        <Modal.Body inert={isLow}>
          <Text mb="lg">{question}</Text>
          <Group grow>
            <Button variant="default" onClick={onNo}>
              {t('ui:no')}
            </Button>
            <Button onClick={onYes}>{t('ui:yes')}</Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
