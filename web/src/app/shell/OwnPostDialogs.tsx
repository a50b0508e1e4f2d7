import { useSession } from '@/api';
import { EditPost, ManagePost } from '@/features/post';
import { ReportPost } from '@/features/safety';
import type { PostDialog } from '@/routing';
import CreatePost from './CreatePost';

interface OwnPostDialogsProps {
  dialog: PostDialog;
  /** Which post it is about; '' for a new one. */
  postId: string;
  onClose: () => void;
}

/** Writing, editing, managing and reporting a post, from any page. */
export default function OwnPostDialogs({ dialog, postId, onClose }: OwnPostDialogsProps) {
  const { serviceProvider } = useSession();
  if (dialog === 'create_post') return <CreatePost onClose={onClose} />;
  if (dialog === 'report_post') return <ReportPost key={postId} postId={postId} onClose={onClose} />;
  if (dialog === 'manage_post') return <ManagePost key={postId} postId={postId} onClose={onClose} />;
  return serviceProvider ? <EditPost key={postId} postId={postId} onClose={onClose} /> : null;
}
