import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { AccountData } from '@/api';
import { SkillsForm } from '@/features/onboarding';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet } from '@/ui';
import classes from './EditDialogs.module.css';
import { SavedNotice } from './SavedNotice';

interface SkillsDialogProps {
  provider: AccountData;
  onClose: () => void;
}

/** 'Update skills': the provider's languages and typed skills. */
export function SkillsDialog({ provider, onClose }: SkillsDialogProps) {
  const { t } = useTranslation(['provider', 'ui']);
  return (
    <Sheet opened onClose={onClose} title={t('updateSkills')} size="lg">
      <div className={classes.bar}>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconArrowLeft size={16} className={classes.back} aria-hidden />}
          onClick={onClose}
        >
          {t('ui:back')}
        </Button>
        <Button variant="light" size="compact-md" onClick={onClose}>
          {t('ui:done')}
        </Button>
      </div>
      <SkillsForm known={provider} saved={<SavedNotice>{t('skillsSaved')}</SavedNotice>} />
    </Sheet>
  );
}
