import { useCallback, useMemo, useState } from 'react';
import { useDebouncedCallback } from '@mantine/hooks';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { useChangeSearchParams } from '@/routing';
import { changedParams, noFilters, searchOf, type FilterName, type Search } from '../filters';

/** The search starts after this pause in typing, in milliseconds. */
const typingPause = 250;

/** The state of a history entry besides its address. */
interface SearchEntry {
  /** The change came from this page: the search field already shows it. */
  typed?: boolean;
  /** The cursors of the further pages that were shown, so that Back restores them. */
  cursors?: string[];
}

/**
 * The search in the address, and the text as typed. Typing replaces the history entry; a filter adds one, so that Back
 * removes one filter.
 */
export function useSearchFilters() {
  const { search, entry, change, setEntry } = useSearchInAddress();
  const [typedText, setText] = useSearchText(search.q, entry.typed ?? false);
  const typed = useDebouncedCallback((q: string) => change({ q: q.trim() }, true), typingPause);
  return {
    search,
    typedText,
    type: (text: string) => {
      setText(text);
      typed(text);
    },
    /** Searches for another text at once. */
    setText: (text: string) => {
      setText(text);
      typed.cancel();
      change({ q: text }, true);
    },
    setFilter: (name: FilterName, value: string) => change({ [name]: value }),
    setSort: (sort: Search['sort']) => change({ sort }),
    clear: () => {
      setText('');
      typed.cancel();
      change(noFilters);
    },
    cursors: entry.cursors ?? [],
    showMore: (cursor: string) => setEntry({ typed: true, cursors: [...(entry.cursors ?? []), cursor] }),
  };
}

/** The search in the address, the state of its history entry, and how to change both. */
function useSearchInAddress() {
  const [params] = useSearchParams();
  const changeParams = useChangeSearchParams();
  const location = useLocation();
  const search = useMemo(() => searchOf(params), [params]);
  const change = useCallback(
    (changes: Partial<Search>, replace = false) =>
      changeParams((now) => changedParams(now, changes), { replace, state: { typed: true } satisfies SearchEntry }),
    [changeParams],
  );
  const setEntry = (state: SearchEntry) => changeParams((now) => now, { replace: true, state });
  return { search, entry: (location.state ?? {}) as SearchEntry, change, setEntry };
}

/** The text in the field. The address's text replaces it when that came by Back or a link, not by typing. */
function useSearchText(q: string, typedHere: boolean) {
  const navigation = useNavigationType();
  const [typedText, setText] = useState(q);
  const [known, setKnown] = useState(q);
  if (q !== known) {
    setKnown(q);
    if (navigation === 'POP' || !typedHere) setText(q);
  }
  return [typedText, setText] as const;
}

export type SearchFilters = ReturnType<typeof useSearchFilters>;
