import { useRef, useState } from 'react';
import { useDebouncedCallback } from '@mantine/hooks';
import { asFailure } from '@/api';
import { useUpdateClientMutation } from '../api';

export type NoteState = 'saved' | 'unsaved' | 'saving' | 'failed';

/** A note is saved after this pause in typing, in milliseconds. */
const typingPause = 1200;

/**
 * A client's note while it is written. It is saved after a pause, on leaving and on demand; one save waits for the one
 * before it. What was typed stays whatever becomes of a save.
 */
export function useNote(clientId: string, known: string) {
  const [update] = useUpdateClientMutation();
  const [text, setText] = useState(known);
  const [state, setState] = useState<NoteState>('saved');
  const [problem, setProblem] = useState<string | null>(null);
  const newest = useRef(known);
  const sent = useRef(known);
  const last = useRef(Promise.resolve());
  const send = async () => {
    const note = newest.current;
    if (note === sent.current) return;
    setState('saving');
    setProblem(null);
    try {
      await update({ iv_client_id: clientId, iv_note: note }).unwrap();
      sent.current = note;
      setState(newest.current === note ? 'saved' : 'unsaved');
    } catch (error) {
      const { iv_msg } = asFailure(error);
      setProblem(iv_msg['iv_note'] ?? null);
      setState('failed');
    }
  };
  const save = () => {
    last.current = last.current.then(send);
  };
  const saveLater = useDebouncedCallback(save, { delay: typingPause, flushOnUnmount: true });
  const type = (typed: string) => {
    setText(typed);
    newest.current = typed;
    setState('unsaved');
    saveLater();
  };
  return { text, type, state, problem, save };
}
