import { useState } from 'react';
import type { useCallForm } from '@/forms';
import type { Draft } from '../draft';
import { allTags, tagsChanged } from '../tags';

/** The tags of the post that is being written, and what is still being typed into them. */
export function useTagging(form: ReturnType<typeof useCallForm<Draft, unknown>>['form']) {
  const [typed, setTyped] = useState('');
  const { iv_post_brief: caption, iv_tags: added } = form.values;
  const tags = allTags(caption, added);
  const change = (changed: readonly string[]) => {
    const next = tagsChanged(caption, changed);
    form.setFieldValue('iv_post_brief', next.caption);
    form.setFieldValue('iv_tags', next.added);
  };
  return {
    tags,
    typed,
    setTyped,
    change,
    /** What stands in the field when one goes on is a tag, too. */
    finish: () => {
      if (typed.trim()) change([...tags, typed]);
      setTyped('');
    },
  };
}
