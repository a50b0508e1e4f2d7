import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** How long after the last letter the words are asked for, in milliseconds. */
const pause = 300;

/** Words that are searched for: as they are typed, and, once one stops typing, as they stand in the address and are asked for. */
export function useSearchInput() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('q') ?? '';
  const [words, setWords] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setWords(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setParams(
        (now) => {
          if (typed.trim()) now.set('q', typed.trim());
          else now.delete('q');
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    }, pause);
  };
  return { words, asked, type };
}
