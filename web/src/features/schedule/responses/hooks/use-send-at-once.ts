import { useEffect, useRef, type RefObject } from 'react';

/** Calls back once the page is looked at: browsers may load one before its link is followed. */
function onceShown(callback: () => void): () => void {
  if (!('prerendering' in document && document.prerendering)) {
    callback();
    return () => undefined;
  }
  document.addEventListener('prerenderingchange', callback, { once: true });
  return () => document.removeEventListener('prerenderingchange', callback);
}

/** Submits the form by itself, once, where the link that opened it has a key (product.md 5.3). */
export function useSendAtOnce(form: RefObject<HTMLFormElement | null>, wanted: boolean): void {
  const isSent = useRef(false);
  useEffect(() => {
    if (!wanted || isSent.current) return;
    return onceShown(() => {
      isSent.current = true;
      form.current?.requestSubmit();
    });
  }, [form, wanted]);
}
