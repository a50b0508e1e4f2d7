import { useSession } from '@/api';
import { UsernameForm } from '@/features/onboarding';
import { AvatarDialog } from '@/features/pictures';
import { SharePageDialog } from '@/features/share';
import { useTranslation } from '@/i18n/use-translation';
import type { AccountDialog } from '@/routing';
import { Sheet, toast } from '@/ui';

interface AccountDialogsProps {
  dialog: AccountDialog;
  onClose: () => void;
}

/** The dialogs for the own account, over any page: picture, username, sharing the page. */
export default function AccountDialogs({ dialog, onClose }: AccountDialogsProps) {
  const session = useSession();
  if (dialog === 'avatar') return <AvatarDialog opened onClose={onClose} />;
  if (!session.onboardUsername && !session.serviceProvider) return null;
  if (dialog === 'username') return <UsernameDialog username={session.username} onClose={onClose} />;
  return <SharePageDialog provider={session} own onClose={onClose} />;
}

function UsernameDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { t } = useTranslation(['settings', 'onboarding']);
  const done = () => {
    toast.done(t('nameSaved'));
    onClose();
  };
  return (
    <Sheet opened onClose={onClose} title={t('updateBrandName')}>
      <UsernameForm initial={username} submitLabel={t('save')} onDone={done} />
    </Sheet>
  );
}
