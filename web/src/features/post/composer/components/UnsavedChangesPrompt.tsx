import { useEffect, useRef, useState } from 'react';
import { Button, Group } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import type { Draft } from '../draft';
import type { Composer } from '../hooks/use-composer';
import classes from './Composer.module.css';

/** Closes the composer: at once if nothing was written, else after a confirmation. */
export function useUnsavedChanges(initial: Draft, { form, progress }: Composer, onClose: () => void) {
  const [asking, setAsking] = useState(false);
  const { iv_post_brief, iv_media_base } = form.values;
  const written = iv_post_brief !== initial.iv_post_brief || iv_media_base.join() !== initial.iv_media_base.join();
  return {
    asking,
    leave: () => (written && progress !== 'complete' ? setAsking(true) : onClose()),
    stay: () => setAsking(false),
  };
}

interface UnsavedChangesPromptProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks whether to discard the changes. */
export function UnsavedChangesPrompt({ onStay, onLeave }: UnsavedChangesPromptProps) {
  const { t } = useTranslation('post');
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div role="group" aria-label={t('leave.ask')}>
      <p className={classes.ask} role="alert">
        {t('leave.ask')}
      </p>
      <Group grow>
        <Button ref={stay} variant="default" onClick={onStay}>
          {t('leave.stay')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {t('leave.go')}
        </Button>
      </Group>
    </div>
  );
}
