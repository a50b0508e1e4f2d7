import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '@/routing';
import { Sheet, toast } from '@/ui';
import { OwnProfileForm } from './OwnProfileForm';

/** 'Update profile info' over the page; having saved, one is at /my_account again. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
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
