import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import type { SearchFilters } from '../hooks/use-search-params';
import classes from './SearchField.module.css';

/** The search field. */
export function SearchField({ address: { typedText, type, setText } }: { address: SearchFilters }) {
  const { t } = useTranslation('search');
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        setText(typedText.trim());
      }}
    >
      <TextInput
        classNames={{ input: classes.input }}
        size="xl"
        radius="lg"
        aria-label={t('what')}
        placeholder={t('placeholder')}
        type="search"
        enterKeyHint="search"
        maxLength={100}
        leftSectionWidth={56}
        leftSection={<IconSearch size={24} className={classes.icon} aria-hidden />}
        rightSection={typedText ? <CloseButton size="lg" aria-label={t('clearWords')} onClick={() => setText('')} /> : null}
        rightSectionWidth={52}
        value={typedText}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </form>
  );
}
