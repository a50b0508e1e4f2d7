import { useTranslation } from 'react-i18next';
import { hashtagOf } from '../share-targets';
import { ShareDialog } from './ShareDialog';

/** How much of a post's words goes along with its address. */
const longest = 140;

interface SharePostDialogProps {
  author: { name: string; username: string };
  /** What the post says. */
  brief: string;
  /** Where the post is found. */
  url: string;
  onClose: () => void;
}

/** Shares a post: whose it is, the first of what it says, where it is, and the product's and the author's hashtags. */
export default function SharePostDialog({ author, brief, url, onClose }: SharePostDialogProps) {
  const { t } = useTranslation('share');
  const letters = Array.from(brief);
  const content = {
    title: t('postOf', { name: author.name }),
    text: letters.length > longest ? `${letters.slice(0, longest).join('').trimEnd()}…` : brief,
    url,
    hashtags: ['openhours', hashtagOf(author.username)].filter(Boolean),
  };
  return <ShareDialog title={t('postTitle')} content={content} onClose={onClose} />;
}
