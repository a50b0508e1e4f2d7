import { Button } from '@mantine/core';
import { IconLayoutGrid, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useGetProfilePostsQuery, useSession } from '@/api';
import { postDialogs } from '@/app/paths';
import { PostGridSkeleton } from '@/features/feed';
import { Empty, Page, QueryStates, useDialog } from '@/ui';
import { OwnPost } from '../parts/OwnPost';
import classes from '../parts/OwnPost.module.css';

/** As many as the server gives at once. */
const limit = 100;

/** /my_posts: everything the provider has posted, drafts and archived posts included. */
export default function MyPosts() {
  const { t } = useTranslation('post');
  const { ownerId } = useSession();
  const { open } = useDialog(postDialogs);
  const query = useGetProfilePostsQuery({ ownerId, limit });
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('create_post')}>
      {t('createTitle')}
    </Button>
  );
  return (
    <Page title={t('myPosts')} actions={query.currentData?.data.length ? create : null}>
      <QueryStates
        query={query}
        skeleton={<PostGridSkeleton />}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <Empty icon={IconLayoutGrid} action={create}>
            {t('emptyPosts')}
          </Empty>
        }
      >
        {({ data }) => (
          <ul className={classes.grid}>
            {data.map((post) => (
              <li key={post.post_id}>
                <OwnPost post={post} />
              </li>
            ))}
          </ul>
        )}
      </QueryStates>
    </Page>
  );
}
