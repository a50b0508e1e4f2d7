import { useEffect, useState } from 'react';
import { useFetchPicture, type FeedPost } from '@/api';

type Seen = Pick<FeedPost, 'post_audience' | 'post_mature' | 'status' | 'post_active'>;

/** Whether everybody may see a post, and so its pictures; the others are shown only to whoever says who they are. */
export const isForEverybody = ({ post_audience, post_mature, status, post_active }: Seen) =>
  post_audience === 'all' && post_mature === 'no' && status !== 'draft' && status !== 'archived' && status !== 'hidden' && post_active === 'now';

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

/** A picture that not everybody may see: null while it is on its way, 'none' when it may not be seen. */
export function usePrivatePicture(address: string): string | null {
  const fetchPicture = useFetchPicture();
  const [shown, setShown] = useState<{ address: string; source: string } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let source = '';
    fetchPicture(address, leaving.signal).then(
      (picture) => {
        if (leaving.signal.aborted) return;
        source = URL.createObjectURL(picture);
        setShown({ address, source });
      },
      () => {
        if (!leaving.signal.aborted) setShown({ address, source: 'none' });
      },
    );
    return () => {
      leaving.abort();
      if (source) URL.revokeObjectURL(source);
    };
  }, [address, fetchPicture]);
  return shown?.address === address ? shown.source : null;
}
