import { useState } from 'react';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { asFailure, type PostComment } from '@/api';
import { commentRemoved } from '@/api/comments';
import { accountNamed, ReportAction } from '@/features/safety';
import { useTranslation } from '@/i18n/use-translation';
import { providerPath } from '@/routing';
import { Avatar, TimeAgo, toast } from '@/ui';
import { scrollIntoView } from '@/ui/scroll-into-view';
import { useDeletePostFeedCommentMutation } from '../../api';
import classes from './Comments.module.css';

interface CommentRowProps {
  /** The post that the comment belongs to. */
  postId: string;
  comment: PostComment;
  mayDelete: boolean;
  /** The viewer did not write it. */
  mayReport: boolean;
  /** The comment that a link leads to. */
  wanted: boolean;
}

/** One comment. Its author and the post's owner may delete it; everybody else may report it. */
export function CommentRow({ postId, comment, mayDelete, mayReport, wanted }: CommentRowProps) {
  const { t } = useTranslation('feed');
  const [asking, setAsking] = useState(false);
  return (
    <li className={classes.row} aria-current={wanted || undefined} ref={wanted ? scrollIntoView : undefined}>
      <Avatar name={comment.name} src={comment.avatar} size={36} />
      <div className={classes.body}>
        <p className={classes.person}>
          {comment.onboardProfile ? (
            <Link to={providerPath(comment.username || comment.name)}>{comment.name}</Link>
          ) : (
            <strong>{comment.name}</strong>
          )}
          <small>
            <TimeAgo instant={comment.created_date} />
          </small>
        </p>
        <p className={classes.text} dir="auto">
          {comment.comment}
        </p>
        {asking ? <ConfirmDelete postId={postId} comment={comment} onNo={() => setAsking(false)} /> : null}
      </div>
      {mayReport && !asking ? <ReportComment comment={comment} /> : null}
      {mayDelete && !asking ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('deleteComment', { name: comment.name })}
          onClick={() => setAsking(true)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  );
}

function ReportComment({
  comment: { post_comments_id, comment, created_date, owner_id, name, username, avatar },
}: {
  comment: PostComment;
}) {
  const { t } = useTranslation('feed');
  const account = accountNamed(owner_id, name, username, avatar);
  return (
    <ReportAction
      label={t('reportComment', { name })}
      words={{ kind: 'comment', id: post_comments_id, text: comment, at: created_date, account }}
    />
  );
}

function ConfirmDelete({ postId, comment, onNo }: { postId: string; comment: PostComment; onNo: () => void }) {
  const { t } = useTranslation(['feed', 'ui']);
  const dispatch = useDispatch();
  const [remove, { isLoading }] = useDeletePostFeedCommentMutation();
  const onYes = async () => {
    const { post_comments_id: id } = comment;
    try {
      await remove({ iv_post_comments_id: id }).unwrap();
      commentRemoved(dispatch, postId, id);
    } catch (error) {
      const { kind, main_msg } = asFailure(error);
      // Somebody else has already deleted it, which is the intended result.
      if (kind === 'not_found') commentRemoved(dispatch, postId, id);
      else if (kind !== 'unavailable') toast.failed(main_msg);
    }
  };
  return (
    <Group gap="xs" mt="xs" role="group" aria-label={t('confirmDelete')}>
      <span>{t('confirmDelete')}</span>
      <Button size="xs" color="red" loading={isLoading} onClick={() => void onYes()}>
        {t('ui:yes')}
      </Button>
      <Button size="xs" variant="default" disabled={isLoading} onClick={onNo} data-autofocus>
        {t('ui:no')}
      </Button>
    </Group>
  );
}
