import { useEffect, useState } from 'react';
import { useFetchPicture, type FeedPost } from '@/api';

type Seen = Pick<FeedPost, 'post_audience' | 'post_mature' | 'status' | 'post_active'>;

/** Whether everybody may see a post and its pictures. Pictures of other posts need the user's token. */
export const isForEverybody = ({ post_audience, post_mature, status, post_active }: Seen) =>
  post_audience === 'all' && post_mature === 'no' && status !== 'draft' && status !== 'archived' && status !== 'hidden' && post_active === 'now';

/** A picture in two sizes and formats. */
export interface Renditions {
  webp: { card: string; full: string };
  jpeg: { card: string; full: string };
}

/** The renditions of an uploaded picture; null for any other address. */
export function renditionsOf(name: string): Renditions | null {
  const folder = /^(\/media\/posts\/[^/]+)\/card\.webp$/.exec(name)?.[1];
  if (!folder) return null;
  return {
    webp: { card: `${folder}/card.webp`, full: `${folder}/full.webp` },
    jpeg: { card: `${folder}/card.jpg`, full: `${folder}/full.jpg` },
  };
}

/** A picture that requires authorization: null while loading, 'none' when it may not be seen. */
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
