import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectBearer, type FeedPost, type SessionState } from '@/api';

type Seen = Pick<FeedPost, 'post_audience' | 'post_mature' | 'status' | 'post_active'>;

/** Whether everybody may see a post, and so its pictures; the others are shown only to whoever says who they are. */
export const isForEverybody = ({ post_audience, post_mature, status, post_active }: Seen) =>
  post_audience === 'all' && post_mature === 'no' && status !== 'draft' && status !== 'archived' && post_active === 'now';

/** A picture in its two sizes and kinds. */
export interface Renditions {
  webp: { card: string; full: string };
  jpeg: { card: string; full: string };
}

/** The renditions that lie beside a picture of the product's own; null for any other address. */
export function renditionsOf(name: string): Renditions | null {
  const folder = /^(\/media\/posts\/[^/]+)\/card\.webp$/.exec(name)?.[1];
  if (!folder) return null;
  return {
    webp: { card: `${folder}/card.webp`, full: `${folder}/full.webp` },
    jpeg: { card: `${folder}/card.jpg`, full: `${folder}/full.jpg` },
  };
}

/** Asks for a picture as the one who is signed in; its address in this page, to be given back when it is shown no more. */
async function fetched(address: string, bearer: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${bearer}` }, signal });
  if (!answer.ok) throw new Error(`picture: ${answer.status}`);
  return URL.createObjectURL(await answer.blob());
}

/** A picture that not everybody may see: null while it is on its way, 'none' when it may not be seen. */
export function usePrivatePicture(address: string): string | null {
  const bearer = useSelector((state: { session: SessionState }) => selectBearer(state));
  const [shown, setShown] = useState<{ address: string; source: string } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let source = '';
    fetched(address, bearer, leaving.signal).then(
      (made) => {
        source = made;
        if (leaving.signal.aborted) URL.revokeObjectURL(made);
        else setShown({ address, source: made });
      },
      () => {
        if (!leaving.signal.aborted) setShown({ address, source: 'none' });
      },
    );
    return () => {
      leaving.abort();
      if (source) URL.revokeObjectURL(source);
    };
  }, [address, bearer]);
  return shown?.address === address ? shown.source : null;
}
