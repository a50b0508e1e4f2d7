import { useEffect, type RefObject } from 'react';

/** Submits the form by itself, once, where the link that opened it has a key (product.md 5.3). */
export function useSendAtOnce(form: RefObject<HTMLFormElement | null>, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const send = () => form.current?.requestSubmit();
    // Browsers may load a page before its link is followed.
    if (!('prerendering' in document && document.prerendering)) return send();
    document.addEventListener('prerenderingchange', send, { once: true });
    return () => document.removeEventListener('prerenderingchange', send);
  }, [form, wanted]);
}
