import { useEffect, useRef } from 'react';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import looks from './Decision.module.css';

interface ConfirmInlineProps {
  question: string;
  yes: string;
  busy: boolean;
  onNo: () => void;
}

/** What weighs heavily is asked once more; its Yes submits the form it stands in. */
export function ConfirmInline({ question, yes, busy, onNo }: ConfirmInlineProps) {
  const { t } = useTranslation('ui');
  const no = useRef<HTMLButtonElement>(null);
  // The button that asked is gone: what does no harm takes the focus from it.
  useEffect(() => no.current?.focus(), []);
  return (
    <div className={looks.asking} role="group" aria-label={question}>
      <p role="alert">{question}</p>
      <Group grow>
        <Button ref={no} variant="default" onClick={onNo} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button type="submit" color="red" loading={busy}>
          {yes}
        </Button>
      </Group>
    </div>
  );
}
