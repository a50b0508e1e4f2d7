import type { FeedPost } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { TimeAgo } from '@/ui';
import classes from './Report.module.css';

interface WordsPreviewProps {
  text: string;
  at: string;
}

/** Somebody's words in one line: the text and its age. */
export function WordsPreview({ text, at }: WordsPreviewProps) {
  return (
    <span className={classes.line}>
      <span className={classes.brief} dir="auto">
        {text}
      </span>
      <small>
        <TimeAgo instant={at} />
      </small>
    </span>
  );
}

/** A post in one line: its brief and age. */
export function PostPreview({ post }: { post: FeedPost }) {
  return <WordsPreview text={post.repost_brief || post.post_brief} at={post.post_date || post.created_date} />;
}

/** An appointment in one line: its start, in the zone and form of the viewer. */
export function AppointmentPreview({ at }: { at: string }) {
  const { i18n } = useTranslation();
  return (
    <span className={classes.line}>
      {dateTimeFormat(formatLocale(i18n.language), { dateStyle: 'full', timeStyle: 'short' }).format(new Date(at))}
    </span>
  );
}
