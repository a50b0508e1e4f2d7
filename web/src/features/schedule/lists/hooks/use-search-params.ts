import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { scheduleTabs, type ScheduleTab } from '@/routing';
import { MODES, type ModeChoice } from '../../model';

/** How long a pause in typing writes the search into the address, in milliseconds. */
const typingPause = 250;

/** The schedule's choices as its address holds them, so that a reload, the back button and a shared link keep them. */
export function useScheduleSearchParams() {
  const [params, setParams] = useSearchParams();
  const tab = scheduleTabs.find((known) => known === params.get('tab')) ?? 'order_and_request';
  const mode = MODES.find((known) => known === params.get('mode')) ?? 'all';
  const written = params.get('q') ?? '';

  const write = useCallback(
    (name: 'tab' | 'mode' | 'q', value: string, replace: boolean) =>
      setParams(
        (now) => {
          if (value) now.set(name, value);
          else now.delete(name);
          return now;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  const writeSearch = useCallback((text: string) => write('q', text, true), [write]);
  const [search, setSearch] = useWrittenText(written, writeSearch);
  // The other lists are entered with the same choices, but with no dialog open.
  const kept = new URLSearchParams(params);
  for (const name of ['dialog', 'booking']) kept.delete(name);
  return {
    tab,
    mode,
    search,
    setSearch,
    setTab: (chosen: ScheduleTab) => write('tab', chosen === 'order_and_request' ? '' : chosen, false),
    setMode: (chosen: ModeChoice) => write('mode', chosen === 'all' ? '' : chosen, true),
    /** What a link to another list carries on. */
    carried: kept.size > 0 ? `?${kept.toString()}` : '',
  };
}

/** A text that is shown as it is typed and written down once the typing pauses; what is written elsewhere shows up here. */
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
