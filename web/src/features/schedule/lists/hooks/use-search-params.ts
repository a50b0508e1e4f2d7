import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { scheduleTabs, useChangeSearchParams, type ScheduleTab } from '@/routing';
import { MODES, type ModeChoice } from '../../model';

/** The search is written to the address after this pause in typing, in milliseconds. */
const typingPause = 250;

/** The schedule's choices in the address, so that reload, Back and a shared link keep them. */
export function useScheduleSearchParams() {
  const [params] = useSearchParams();
  const change = useChangeSearchParams();
  const tab = scheduleTabs.find((known) => known === params.get('tab')) ?? 'order_and_request';
  const mode = MODES.find((known) => known === params.get('mode')) ?? 'all';
  const written = params.get('q') ?? '';

  const write = useCallback(
    (name: 'tab' | 'mode' | 'q', value: string, replace: boolean) =>
      change(
        (now) => {
          if (value) now.set(name, value);
          else now.delete(name);
          return now;
        },
        { replace },
      ),
    [change],
  );
  const writeSearch = useCallback((text: string) => write('q', text, true), [write]);
  const [search, setSearch] = useWrittenText(written, writeSearch);
  // Links to other lists keep the choices, but not the open dialog.
  const keptParams = new URLSearchParams(params);
  for (const name of ['dialog', 'booking']) keptParams.delete(name);
  return {
    tab,
    mode,
    search,
    setSearch,
    setTab: (chosen: ScheduleTab) => write('tab', chosen === 'order_and_request' ? '' : chosen, false),
    setMode: (chosen: ModeChoice) => write('mode', chosen === 'all' ? '' : chosen, true),
    /** The query string for links to other lists. */
    carried: keptParams.size > 0 ? `?${keptParams.toString()}` : '',
  };
}

export type ScheduleSearchParams = ReturnType<typeof useScheduleSearchParams>;

/** A text field whose value is written after a pause in typing. External changes replace the text. */
function useWrittenText(written: string, write: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(written);
  const known = useRef(written);
  useEffect(() => {
    if (written === known.current) return;
    known.current = written;
    setTyped(written);
  }, [written]);
  useEffect(() => {
    if (typed === known.current) return undefined;
    const timer = setTimeout(() => {
      known.current = typed;
      write(typed);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [typed, write]);
  return [typed, setTyped];
}
