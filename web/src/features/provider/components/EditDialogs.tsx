import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AccountData } from '@/api';
import { SkillsForm } from '@/features/onboarding';
import { useTranslation } from '@/i18n/use-translation';
import { paths, type ProfileDialogName } from '@/routing';
import { Sheet, toast } from '@/ui';
import { OwnProfileForm } from './OwnProfileForm';
import { PerksDialog } from './PerksDialog';
import { SavedNotice } from './SavedNotice';
import classes from './EditDialogs.module.css';

interface EditDialogsProps {
  dialog: ProfileDialogName;
  provider: AccountData;
  onClose: () => void;
}

/** The dialogs in which providers edit their own page, fetched when one is opened. */
export default function EditDialogs({ dialog, provider, onClose }: EditDialogsProps) {
  switch (dialog) {
    case 'profile':
      return <ProfileDialog onClose={onClose} />;
    case 'skills':
      return <SkillsDialog provider={provider} onClose={onClose} />;
    case 'perks':
      return <PerksDialog provider={provider} onClose={onClose} />;
  }
}

/** 'Update profile info' over the page. Saving returns to /my_account. */
function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['onboarding', 'provider']);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const done = () => {
    toast.done(t('provider:profileSaved'));
    if (pathname === paths.myAccount) onClose();
    else void navigate(paths.myAccount, { replace: true });
  };
  return (
    <Sheet opened onClose={onClose} title={t('updateTitle')} size="lg">
      <OwnProfileForm onDone={done} />
    </Sheet>
  );
}

interface SkillsDialogProps {
  provider: AccountData;
  onClose: () => void;
}

/** 'Update skills': the provider's languages and typed skills. */
function SkillsDialog({ provider, onClose }: SkillsDialogProps) {
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
