import { useLocation, useNavigate } from 'react-router-dom';
import type { AccountData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths, type ProfileDialogName } from '@/routing';
import { Sheet, toast } from '@/ui';
import { OwnProfileForm } from './OwnProfileForm';
import { PerksDialog } from './PerksDialog';
import { SkillsDialog } from './SkillsDialog';

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
