import { useEffect, useState } from 'react';
import { Button, Skeleton, Stack } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { parseTextList, useFetchFile, type FeedPost } from '@/api';
import { addPictures, loadStoredPicture, noPictures, releasePictures, type PictureList } from '@/features/pictures';
import { useTranslation } from '@/i18n/use-translation';
import { shownTimezone } from '@/platform/device';
import { EmptyState, QueryStates, Sheet } from '@/ui';
import { useGetAccountProfileQuery } from '../../api';
import { useOpenedPost } from '../../hooks/use-opened-post';
import { statusOf } from '../../post-status';
import { draftOf } from '../draft';
import PostComposer from './PostComposer';

interface EditPostProps {
  postId: string;
  onClose: () => void;
}

/** The composer for an existing draft or scheduled post. */
export default function EditPost({ postId, onClose }: EditPostProps) {
  const { t } = useTranslation('post');
  const query = useOpenedPost(postId);
  const profile = useGetAccountProfileQuery();
  const frame = (children: React.ReactNode) => (
    <Sheet opened onClose={onClose} title={t('editTitle')} size={560}>
      {children}
    </Sheet>
  );
  const timezone = shownTimezone(profile.currentData?.data.account_data.timezone ?? '');
  const opened = query.currentData;
  if (!opened || profile.isLoading)
    return frame(
      <QueryStates query={query} skeleton={<EditPostSkeleton />}>
        {() => <EditPostSkeleton />}
      </QueryStates>,
    );
  if (!['draft', 'scheduled'].includes(statusOf(opened, new Date())))
    return frame(<EmptyState icon={IconPhotoOff}>{t('outAlready')}</EmptyState>);
  return <FilledComposer post={opened} timezone={timezone} onClose={onClose} frame={frame} />;
}

interface FilledComposerProps {
  post: FeedPost;
  timezone: string;
  onClose: () => void;
  frame: (children: React.ReactNode) => React.ReactNode;
}

function FilledComposer({ post, timezone, onClose, frame }: FilledComposerProps) {
  const { t } = useTranslation(['post', 'ui']);
  const names = post.media_name.startsWith('[')
    ? parseTextList(post.media_name)
    : [post.media_name].filter((name) => name && name !== 'none');
  const { pictures, failed, retry } = useStoredPictures(names);
  if (failed) {
    const again = (
      <Button variant="default" onClick={retry}>
        {t('ui:retry')}
      </Button>
    );
    return frame(
      <div role="alert">
        <EmptyState icon={IconPhotoOff} action={again}>
          {t('picturesMissing')}
        </EmptyState>
      </div>,
    );
  }
  if (!pictures) return frame(<EditPostSkeleton />);
  return <PostComposer onClose={onClose} edited={{ postId: post.post_id, draft: draftOf(post, names, timezone), pictures }} />;
}

/** The post's pictures for the uploader. All of them or none, so that saving cannot lose one. */
function useStoredPictures(names: readonly string[]) {
  const fetchPicture = useFetchFile();
  const [pictures, setPictures] = useState<PictureList | null>(null);
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const joinedNames = names.join(' ');
  useEffect(() => {
    let shown = true;
    const load = async () => {
      const read = await Promise.all(
        joinedNames
          .split(' ')
          .filter(Boolean)
          .map((name) => loadStoredPicture(name, fetchPicture)),
      );
      const found = read.filter((one) => one !== null);
      if (!shown) return releasePictures(found);
      if (found.length < read.length) {
        releasePictures(found);
        return setFailed(true);
      }
      setPictures({ ...addPictures(noPictures, found), current: 0 });
    };
    void load();
    return () => {
      shown = false;
    };
  }, [fetchPicture, joinedNames, round]);
  return {
    pictures,
    failed,
    retry: () => {
      setFailed(false);
      setRound((now) => now + 1);
    },
  };
}

function EditPostSkeleton() {
  return (
    <Stack>
      <Skeleton height={120} />
      <Skeleton height={90} />
      <Skeleton height={44} />
    </Stack>
  );
}
