import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SearchFilters } from '../hooks/use-search-params';
import classes from './SearchField.module.css';

/** The search field. */
export function SearchField({ address: { words, type, setWords } }: { address: SearchFilters }) {
  const { t } = useTranslation('search');
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        setWords(words.trim());
      }}
    >
      <TextInput
        classNames={{ input: classes.input }}
        size="xl"
        radius={18}
        aria-label={t('what')}
        placeholder={t('placeholder')}
        type="search"
        enterKeyHint="search"
        maxLength={100}
        leftSectionWidth={56}
        leftSection={<IconSearch size={24} className={classes.icon} aria-hidden />}
        rightSection={words ? <CloseButton size="lg" aria-label={t('clearWords')} onClick={() => setWords('')} /> : null}
        rightSectionWidth={52}
        value={words}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </form>
  );
}
