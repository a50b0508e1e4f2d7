import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Alert, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { changePost, type FeedPost, forgetPost, openhoursApi, useSession } from '@/api';
import { textStart } from '@/features/feed';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { paths, postDialogs, postParam, useDialog } from '@/routing';
import { QueryStates, Sheet } from '@/ui';
import { useOpenedPost } from '../hooks/use-opened-post';
import { actionsFor, type ManageAction } from '../manage-actions';
import classes from './ManagePost.module.css';
import { useFeedPostDeleteArchiveRestoreMutation } from '../api';

/** How much of the post says which one it is, in characters. */
const briefLength = 80;

/** How long the dialog stays open after its action succeeded, in milliseconds. */
const closeDelay = 2000;

interface ManagePostProps {
  postId: string;
  onClose: () => void;
}

/** 'Manage Post': archive, restore, delete or edit the user's own post, or undo a repost (product.md 6.4). */
export default function ManagePost({ postId, onClose }: ManagePostProps) {
  const { t } = useTranslation('post');
  const query = useOpenedPost(postId);
  const { ownerId } = useSession();
  return (
    <Sheet opened onClose={onClose} title={t(query.currentData?.post_type === 'repost' ? 'manage.undoTitle' : 'manage.title')}>
      <QueryStates query={query} skeleton={<ManagePostSkeleton />}>
        {(post) =>
          post.owner_id === ownerId ? <ManageForm post={post} onClose={onClose} /> : <Text c="dimmed">{t('manage.notYours')}</Text>
        }
      </QueryStates>
    </Sheet>
  );
}

function ManagePostSkeleton() {
  return (
    <Stack>
      <Skeleton height={60} />
      <Skeleton height={44} />
    </Stack>
  );
}

function ManageForm({ post, onClose }: { post: FeedPost; onClose: () => void }) {
  const { t } = useTranslation('post');
  const { turnInto } = useDialog(postDialogs, postParam);
  const [offered] = useState(() => actionsFor(post, new Date()));
  const managing = useManagePost(post, offered, () => turnInto('edit_post'));
  const { form, action, asking, refuse, isRepost } = managing;
  if (form.progress === 'complete' && action) return <ActionDone action={isRepost ? 'undo' : action} onClose={onClose} />;
  const label = (one: ManageAction) => t(isRepost && one === 'delete' ? 'manage.undo' : `manage.${one}`);
  return (
    <form {...form.formProps} onSubmit={managing.onSubmit}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack>
        <Text c="dimmed" dir="auto">
          {textStart(post.post_brief, briefLength)}
        </Text>
        <Select
          label={t('manage.action')}
          placeholder={t('manage.choose')}
          data={offered.map((value) => ({ value, label: label(value) }))}
          {...form.field('iv_action')}
        />
        {asking ? (
          <ConfirmAction busy={form.progress === 'processing'} isRepost={isRepost} onNo={refuse} />
        ) : (
          <SubmitButton progress={form.progress} {...(action === 'delete' ? { color: 'red' } : {})}>
            {action ? label(action) : t('manage.go')}
          </SubmitButton>
        )}
      </Stack>
    </form>
  );
}

/** Irreversible actions ask for confirmation. */
function ConfirmAction({ busy, isRepost, onNo }: { busy: boolean; isRepost: boolean; onNo: () => void }) {
  const { t } = useTranslation(['post', 'ui']);
  const no = useRef<HTMLButtonElement>(null);
  // The confirmation replaces the pressed button: its harmless button takes the focus.
  useEffect(() => no.current?.focus(), []);
  return (
    <div className={classes.asking} role="group" aria-label={t('manage.sure')}>
      <p role="alert">{t(isRepost ? 'manage.sureUndo' : 'manage.sureDelete')}</p>
      <Group grow>
        <Button ref={no} variant="default" onClick={onNo} disabled={busy}>
          {t('ui:no')}
        </Button>
        <Button type="submit" color="red" loading={busy}>
          {t('ui:yes')}
        </Button>
      </Group>
    </div>
  );
}

function ActionDone({ action, onClose }: { action: ManageAction | 'undo'; onClose: () => void }) {
  const { t } = useTranslation('post');
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => {
    const timer = setTimeout(() => close.current(), closeDelay);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Alert role="status" color="brand" variant="light" icon={<IconCircleCheck size={24} aria-hidden />}>
      {t(`managed.${action}`)}
    </Alert>
  );
}

/** Chooses an action on a post and performs it. */
function useManagePost(post: FeedPost, offered: readonly ManageAction[], onEdit: () => void) {
  const isRepost = post.post_type === 'repost';
  const [actionToConfirm, setActionToConfirm] = useState<ManageAction | null>(null);
  const [act] = useFeedPostDeleteArchiveRestoreMutation();
  const settle = useUpdateLists(post);
  const form = useCallForm({
    call: 'feed_post_delete_archive_restore',
    // A repost can only be undone: there is nothing to choose.
    initial: { iv_action: isRepost ? 'delete' : '' },
    send: ({ iv_action }) => act({ iv_post_id: post.post_id, iv_action: iv_action as Exclude<ManageAction, 'edit'> }).unwrap(),
    onDone: (_answer, { iv_action }) => settle(iv_action as ManageAction),
  });
  const action = offered.find((one) => one === form.form.values.iv_action);
  const asking = actionToConfirm !== null && actionToConfirm === action;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (action !== 'edit' && (action !== 'delete' || asking)) return form.formProps.onSubmit(event);
    event.preventDefault();
    if (action === 'edit') onEdit();
    else setActionToConfirm(action);
  };
  return { form, action, asking, refuse: () => setActionToConfirm(null), onSubmit, isRepost };
}

/** Updates the lists: a deleted post disappears; an archived one stays in its owner's list only. */
function useUpdateLists({ post_id }: FeedPost): (action: ManageAction) => void {
  const dispatch = useDispatch();
  const { pathname } = useLocation();
  return (action) => {
    if (action === 'delete') return forgetPost(dispatch, post_id);
    if (pathname !== paths.myPosts) return forgetPost(dispatch, post_id);
    changePost(dispatch, post_id, { status: action === 'archive' ? 'archived' : 'active' });
    dispatch(openhoursApi.util.invalidateTags(['Posts']));
  };
}
