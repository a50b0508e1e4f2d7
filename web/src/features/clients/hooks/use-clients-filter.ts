import { useState } from 'react';
import { useDebouncedCallback } from '@mantine/hooks';
import { useSearchParams } from 'react-router-dom';
import { useChangeSearchParams } from '@/routing';
import type { ClientsFilter, Sort } from '../api';

export const sorts = ['name', 'last_visit', 'next_visit', 'visits', 'spent'] as const satisfies readonly Sort[];

/** The search starts after this pause in typing, in milliseconds. */
const typingPause = 300;

/** Which clients are shown, as the address says it; the search text also as it is typed. */
export function useClientsFilter() {
  const [params] = useSearchParams();
  const change = useChangeSearchParams();
  const filter: ClientsFilter = {
    q: params.get('q') ?? '',
    tag: params.get('tag') ?? '',
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'name',
  };
  const [typed, setTyped] = useState(filter.q);
  const set = (values: Partial<ClientsFilter>) =>
    change(
      (now) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) now.set(name, value);
          else now.delete(name);
        }
        return now;
      },
      { replace: true },
    );
  const search = useDebouncedCallback((q: string) => set({ q }), typingPause);
  const type = (text: string) => {
    setTyped(text);
    search(text.trim());
  };
  const showAll = () => {
    setTyped('');
    set({ q: '', tag: '' });
  };
  return { filter, typed, type, set, showAll };
}
