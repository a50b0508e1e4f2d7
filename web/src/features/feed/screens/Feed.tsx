import { useEffect } from 'react';
import { Button, Center, Loader } from '@mantine/core';
import { IconArrowUp, IconLayoutGrid } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { useGetFeedPostsQuery } from '@/api';
import { paths } from '@/app/paths';
import { BookingDialogOf } from '@/features/provider';
import { newPostsRead, useNewPosts } from '@/realtime';
import { Empty, Page, QueryStates } from '@/ui';
import { useBookedOwner } from '../booking-post';
import { PostGrid, PostGridSkeleton } from '../parts/PostGrid';
import { usePullToRefresh } from '../use-pull-to-refresh';

function NewPosts({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation('feed');
  const count = useNewPosts();
  if (!count) return null;
  return (
    <Button variant="light" leftSection={<IconArrowUp size={16} aria-hidden />} onClick={onShow}>
      {t('newPosts', { count })}
    </Button>
  );
}

function Refreshing() {
  const { t } = useTranslation('feed');
  return (
    <Center mb="md" role="status" aria-label={t('refreshing')}>
      <Loader />
    </Center>
  );
}

function NoPosts() {
  const { t } = useTranslation('feed');
  const find = (
    <Button component={Link} to={paths.search}>
      {t('find')}
    </Button>
  );
  return (
    <Empty icon={IconLayoutGrid} action={find}>
      {t('empty')}
    </Empty>
  );
}

/** /feed: what providers have to say, and the booking dialog of the post that the address names. */
export default function Feed() {
  const { t } = useTranslation('feed');
  const dispatch = useDispatch();
  const query = useGetFeedPostsQuery({});
  const { refetch } = query;
  const refreshing = usePullToRefresh(refetch);
  const booked = useBookedOwner(query.data?.data);
  useEffect(() => {
    dispatch(newPostsRead());
  }, [dispatch]);
  const showNew = () => {
    dispatch(newPostsRead());
    void refetch();
  };
  return (
    <Page title={t('title')} lead={t('lead')} actions={<NewPosts onShow={showNew} />}>
      {refreshing ? <Refreshing /> : null}
      <QueryStates
        query={query}
        skeleton={<PostGridSkeleton />}
        isEmpty={({ data }) => data.length === 0}
        empty={<NoPosts />}
      >
        {({ data }) => <PostGrid posts={data} />}
      </QueryStates>
      {booked.ownerId ? <BookingDialogOf ownerId={booked.ownerId} onClose={booked.close} /> : null}
    </Page>
  );
}
