import { useState } from 'react';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { changePost, prependPost, type FeedPost } from '@/api';
import { FormProblem, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { deviceData } from '@/platform/device';
import { usePostDialogs } from '@/routing';
import { Avatar, EmptyState } from '@/ui';
import { useCreateRepostFeedContentMutation } from '../../api';
import { captionStart } from '../../caption';
import { authorOf, briefLength, contentId } from '../../post-model';
import classes from './Repost.module.css';

/** The maximum length of a repost's brief. */
const maxLength = 500;
/** Within this distance of the top, in pixels, inserting the user's own card does not move what they read. */
const atTop = 200;

function useRepostForm(post: FeedPost) {
  const dispatch = useDispatch();
  const [create] = useCreateRepostFeedContentMutation();
  return useCallForm({
    call: 'create_repost_feed_content',
    initial: { iv_repost_brief: '' },
    prepare: ({ iv_repost_brief }) => ({ iv_repost_brief: iv_repost_brief.trim() }),
    send: (typed) =>
      create({
        ...typed,
        iv_post_id: post.post_id,
        iv_original_avatar: authorOf(post).avatar,
        iv_device_data: deviceData(),
      }).unwrap(),
    onDone: ({ data }) => {
      changePost(dispatch, contentId(post), ({ repost_count }) => ({ repost_count: repost_count + 1 }));
      if (window.scrollY < atTop) prependPost(dispatch, data.repost_data);
    },
  });
}

/** Reposts a post: the comment, the confirmation, and the success message (product.md 6.7). */
export function RepostView({ post }: { post: FeedPost }) {
  const { t } = useTranslation(['feed', 'ui']);
  const { show, closeView } = usePostDialogs();
  const form = useRepostForm(post);
  const [confirming, setConfirming] = useState(false);
  if (form.progress === 'complete') {
    return (
      <EmptyState icon={IconCheck} action={<Button onClick={closeView}>{t('ui:done')}</Button>}>
        {t('repostDone')}
      </EmptyState>
    );
  }
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <FormProblem>{form.problem}</FormProblem>
        <BriefField form={form} />
        <QuotedPost post={post} />
        {confirming ? (
          <ConfirmRepost waiting={form.progress === 'processing'} onNo={() => setConfirming(false)} />
        ) : (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => show(post.post_id, 'full', true)}>
              {t('ui:cancel')}
            </Button>
            <Button onClick={() => setConfirming(true)}>{t('repost')}</Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function BriefField({ form }: { form: ReturnType<typeof useRepostForm> }) {
  const { t } = useTranslation('feed');
  const { length } = Array.from(form.form.values.iv_repost_brief);
  return (
    <Textarea
      label={t('repostBrief')}
      description={`${t('repostHint')} · ${t('letters', { count: length, most: maxLength })}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autosize
      minRows={3}
      maxRows={8}
      dir="auto"
      {...form.field('iv_repost_brief')}
    />
  );
}

function ConfirmRepost({ waiting, onNo }: { waiting: boolean; onNo: () => void }) {
  const { t } = useTranslation(['feed', 'ui']);
  return (
    <div className={classes.confirm} role="group" aria-label={t('confirmRepost')}>
      <strong>{t('confirmRepost')}</strong>
      <Group gap="sm">
        <Button variant="default" disabled={waiting} onClick={onNo}>
          {t('ui:no')}
        </Button>
        <Button type="submit" loading={waiting} ref={focusOnce}>
          {t('ui:yes')}
        </Button>
      </Group>
    </div>
  );
}

/** What replaces the pressed button takes over the focus. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** The reposted post in short. */
function QuotedPost({ post }: { post: FeedPost }) {
  const author = authorOf(post);
  const { pieces, cut } = captionStart(post.post_brief, briefLength);
  return (
    <blockquote className={classes.quoted}>
      <Avatar name={author.name} src={author.avatar} size={32} />
      <div>
        <strong>{author.name}</strong>
        <p dir="auto">
          {pieces.map(({ text }) => text).join('')}
          {cut ? '…' : ''}
        </p>
      </div>
    </blockquote>
  );
}
