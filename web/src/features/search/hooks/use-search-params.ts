import { useCallback, useMemo, useState } from 'react';
import { useDebouncedCallback } from '@mantine/hooks';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { changedParams, noFilters, searchOf, type FilterName, type Search } from '../filters';

/** How long a pause in typing starts the search, in milliseconds. */
const typingPause = 250;

/** What an entry of the browser's history knows beside its address. */
interface SearchEntry {
  /** Typed here: the words' field has it already. */
  typed?: boolean;
  /** Where the further pages that were shown begin, so that Back shows them again. */
  cursors?: string[];
}

/**
 * The search of the address and the words as they are typed. Typing replaces the entry of the history, a filter
 * makes a new one, so that Back takes one filter back.
 */
export function useSearchFilters() {
  const { search, entry, change, setEntry } = useAddress();
  const [words, setWords] = useWords(search.q, entry.typed ?? false);
  const typed = useDebouncedCallback((q: string) => change({ q: q.trim() }, true), typingPause);
  return {
    search,
    words,
    type: (text: string) => {
      setWords(text);
      typed(text);
    },
    /** Searches for other words at once. */
    setWords: (text: string) => {
      setWords(text);
      typed.cancel();
      change({ q: text }, true);
    },
    setFilter: (name: FilterName, value: string) => change({ [name]: value }),
    setSort: (sort: Search['sort']) => change({ sort }),
    clear: () => {
      setWords('');
      typed.cancel();
      change(noFilters);
    },
    cursors: entry.cursors ?? [],
    showMore: (cursor: string) => setEntry({ typed: true, cursors: [...(entry.cursors ?? []), cursor] }),
  };
}

/** The search as the address holds it, what its entry knows beside that, and how both are changed. */
function useAddress() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const search = useMemo(() => searchOf(params), [params]);
  const change = useCallback(
    (wanted: Partial<Search>, replace = false) =>
      setParams((now) => changedParams(now, wanted), { replace, preventScrollReset: true, state: { typed: true } satisfies SearchEntry }),
    [setParams],
  );
  const setEntry = (state: SearchEntry) => setParams((now) => now, { replace: true, preventScrollReset: true, state });
  return { search, entry: (location.state ?? {}) as SearchEntry, change, setEntry };
}

/** The words in the field: those of the address when they came with it, by Back or a link, and not from the field. */
function useWords(q: string, typedHere: boolean) {
  const navigation = useNavigationType();
  const [words, setWords] = useState(q);
  const [known, setKnown] = useState(q);
  if (q !== known) {
    setKnown(q);
    if (navigation === 'POP' || !typedHere) setWords(q);
  }
  return [words, setWords] as const;
}

export type SearchFilters = ReturnType<typeof useSearchFilters>;
