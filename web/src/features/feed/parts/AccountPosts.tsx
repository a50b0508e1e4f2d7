import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useGetProfilePostsQuery, type FeedPost } from '@/api';
import { Empty, QueryStates } from '@/ui';
import { isPublished } from '../shown-post';
import { PostGrid, PostGridSkeleton } from './PostGrid';

interface AccountPostsProps {
  ownerId: string;
  /** Where the posts stand beside their owner's booking, what leads there. */
  onBook?: (() => void) | undefined;
}

/** What an account has published, as visitors of its page see it. */
export function AccountPosts({ ownerId, onBook }: AccountPostsProps) {
  const { t } = useTranslation('feed');
  const query = useGetProfilePostsQuery({ ownerId });
  const published = (posts: FeedPost[]) => posts.filter((post) => isPublished(post, new Date()));
  return (
    <QueryStates
      query={query}
      skeleton={<PostGridSkeleton />}
      isEmpty={({ data }) => published(data).length === 0}
      empty={<Empty icon={IconPhoto}>{t('noPosts')}</Empty>}
    >
      {({ data }) => <PostGrid posts={published(data)} onBook={onBook} />}
    </QueryStates>
  );
}
