import { useTranslation } from '@/i18n/use-translation';
import { hashtagOf } from '../share-targets';
import { ShareDialog } from './ShareDialog';

/** How many characters of a post's brief are shared. */
const maxBriefLength = 140;

interface SharePostDialogProps {
  author: { name: string; username: string };
  /** The post's brief. */
  brief: string;
  /** The post's address. */
  url: string;
  onClose: () => void;
}

/** Shares a post: author, start of the brief, address, and hashtags of the product and the author. */
export default function SharePostDialog({ author, brief, url, onClose }: SharePostDialogProps) {
  const { t } = useTranslation('share');
  const characters = Array.from(brief);
  const content = {
    title: t('postOf', { name: author.name }),
    text: characters.length > maxBriefLength ? `${characters.slice(0, maxBriefLength).join('').trimEnd()}…` : brief,
    url,
    hashtags: ['openhours', hashtagOf(author.username)].filter(Boolean),
  };
  return <ShareDialog title={t('postTitle')} content={content} onClose={onClose} />;
}
