import type { FeedPost } from '@/api';
import { TimeAgo } from '@/ui';
import classes from './Report.module.css';

/** A post in one line: its brief and age. */
export function PostPreview({ post }: { post: FeedPost }) {
  return (
    <span className={classes.line}>
      <span className={classes.brief} dir="auto">
        {post.repost_brief || post.post_brief}
      </span>
      <small>
        <TimeAgo instant={post.post_date || post.created_date} />
      </small>
    </span>
  );
}
