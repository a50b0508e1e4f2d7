import type { AccountData } from '@/api';
import type { ProfileDialogName } from '@/routing';
import { PerksDialog } from './PerksDialog';
import { ProfileDialog } from './ProfileDialog';
import { SkillsDialog } from './SkillsDialog';

interface EditDialogsProps {
  dialog: ProfileDialogName;
  provider: AccountData;
  onClose: () => void;
}

/** The dialogs in which owners edit their own page; fetched when one is opened. */
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
