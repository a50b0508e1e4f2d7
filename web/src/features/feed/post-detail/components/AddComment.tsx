import { useState } from 'react';
import { Button, Group, Text, Textarea } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { asFailure, useSession, type FeedPost } from '@/api';
import { commentAdded } from '@/api/comments';
import { FormProblem, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { deviceData } from '@/platform/device';
import { useCreatePostFeedCommentMutation } from '../../api';
import { authorOf, contentId } from '../../post-model';

/** The maximum length of a comment. */
const maxLength = 500;

/** The comment form for users who may comment. Others learn what they need for it. */
export function AddComment({ post, may }: { post: FeedPost; may: boolean }) {
  const { t } = useTranslation('feed');
  const { isAuthenticated } = useSession();
  const [writing, setWriting] = useState(false);
  if (!may) return <Text c="dimmed">{t(isAuthenticated ? 'commentNeedsSession' : 'commentNeedsSignIn')}</Text>;
  if (writing) return <CommentForm post={post} onClose={() => setWriting(false)} />;
  return (
    <Button variant="light" onClick={() => setWriting(true)}>
      {t('addComment')}
    </Button>
  );
}

/** Without a connection the comment waits to be sent, and is shown so: for its author it is done. */
function unlessWaiting(error: unknown): null {
  if (asFailure(error).kind === 'waiting') return null;
  throw error;
}

function useCommentForm(post: FeedPost, onClose: () => void) {
  const dispatch = useDispatch();
  const { ownerId } = useSession();
  const [create] = useCreatePostFeedCommentMutation();
  return useCallForm({
    call: 'create_post_feed_comment',
    initial: { iv_post_comment: '' },
    prepare: ({ iv_post_comment }) => ({ iv_post_comment: iv_post_comment.trim() }),
    send: (typed) =>
      create({
        ...typed,
        iv_owner_id: ownerId,
        iv_post_id: contentId(post),
        iv_post_type: post.post_type,
        iv_post_owner_id: authorOf(post).id,
        iv_post_proxy_owner_id: post.proxy_owner_id,
        iv_device_data: deviceData(),
      })
        .unwrap()
        .catch(unlessWaiting),
    onDone: (answer) => {
      if (answer) commentAdded(dispatch, answer.data.comment_data);
      onClose();
    },
  });
}

function CommentForm({ post, onClose }: { post: FeedPost; onClose: () => void }) {
  const { t } = useTranslation(['feed', 'ui']);
  const form = useCommentForm(post, onClose);
  const { length } = Array.from(form.form.values.iv_post_comment);
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Textarea
        label={t('yourComment')}
        description={t('letters', { count: length, most: maxLength })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={3}
        maxRows={8}
        dir="auto"
        data-autofocus
        {...form.field('iv_post_comment')}
      />
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={onClose} disabled={form.progress === 'processing'}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={form.progress === 'processing'}>
          {t('addComment')}
        </Button>
      </Group>
    </form>
  );
}
