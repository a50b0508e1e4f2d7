import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useSession } from '@/api';
import { EditPost, ManagePost, PostComposer } from '@/features/post';
import { ReportPost } from '@/features/safety';
import { useTranslation } from '@/i18n/use-translation';
import { paths, type PostDialog } from '@/routing';
import { Sheet } from '@/ui';

interface OwnPostDialogsProps {
  dialog: PostDialog;
  /** The post the dialog is about; '' for a new one. */
  postId: string;
  onClose: () => void;
}

/** The dialogs to write, edit, manage and report a post, over any page. */
export default function OwnPostDialogs({ dialog, postId, onClose }: OwnPostDialogsProps) {
  const { serviceProvider } = useSession();
  if (dialog === 'create_post') return <CreatePost onClose={onClose} />;
  if (dialog === 'report_post') return <ReportPost key={postId} postId={postId} onClose={onClose} />;
  if (dialog === 'manage_post') return <ManagePost key={postId} postId={postId} onClose={onClose} />;
  return serviceProvider ? <EditPost key={postId} postId={postId} onClose={onClose} /> : null;
}

/** The create-post dialog. Providers get the composer; others learn how to become a provider. */
function CreatePost({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { serviceProvider } = useSession();
  if (serviceProvider) return <PostComposer onClose={onClose} />;
  return (
    <Sheet opened onClose={onClose} title={t('createPost')}>
      <Text c="dimmed" mb="lg">
        {t('onlyProvidersPost')}
      </Text>
      <Anchor component={Link} to={paths.onboardUsername}>
        {t('providerSetup')}
      </Anchor>
    </Sheet>
  );
}
