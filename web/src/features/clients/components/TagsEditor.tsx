import { useState } from 'react';
import { asFailure } from '@/api';
import { EntryField } from '@/forms/EntryField';
import { uniqueEntries } from '@/forms/list-entries';
import { useTranslation } from '@/i18n/use-translation';
import { useUpdateClientMutation, type ClientShown } from '../api';

/** A tag is at most this long. */
const longestTag = 40;

/** The client's tags; each change is saved at once. What is not saved stays on the page. */
export function TagsEditor({ client }: { client: ClientShown }) {
  const { t } = useTranslation('clients');
  const [update] = useUpdateClientMutation();
  const [tags, setTags] = useState<readonly string[]>(client.tags);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const change = async (entries: string[]) => {
    const iv_tags = uniqueEntries(entries);
    setTags(iv_tags);
    setProblem('');
    try {
      await update({ iv_client_id: client.client_id, iv_tags }).unwrap();
    } catch (error) {
      setProblem(asFailure(error).iv_msg['iv_tags'] ?? t('tagsFailed'));
    }
  };
  return (
    <section aria-label={t('tags')}>
      <EntryField
        shape="chips"
        label={t('addTag')}
        description={t('tagLimit')}
        error={problem}
        entries={tags}
        typed={typed}
        maxLength={longestTag}
        onTyped={setTyped}
        onChange={(entries) => void change(entries)}
      />
    </section>
  );
}
