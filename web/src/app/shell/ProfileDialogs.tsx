import { useTranslation } from 'react-i18next';
import { useSession } from '@/api';
import { UsernameForm } from '@/features/onboarding';
import { AvatarDialog } from '@/features/settings';
import { Sheet, toast } from '@/ui';

interface ProfileDialogsProps {
  dialog: 'avatar' | 'username';
  onClose: () => void;
}

/** The sidebar's two edits: picture and username. */
export default function ProfileDialogs({ dialog, onClose }: ProfileDialogsProps) {
  const { t } = useTranslation(['settings', 'onboarding']);
  const { username } = useSession();
  const done = () => {
    toast.done(t('nameSaved'));
    onClose();
  };
  if (dialog === 'avatar') return <AvatarDialog opened onClose={onClose} />;
  return (
    <Sheet opened onClose={onClose} title={t('updateBrandName')}>
      <UsernameForm initial={username} onDone={done} />
    </Sheet>
  );
}
