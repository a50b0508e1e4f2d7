import { useEffect, useState } from 'react';
import { useFetchFile, type FeedPost } from '@/api';
import { sourcesByWidth, type PictureProps } from '@/ui/Picture';

type Seen = Pick<FeedPost, 'post_audience' | 'post_mature' | 'status' | 'post_active'>;

/** Whether everybody may see a post and its pictures. Pictures of other posts need the user's token. */
export const isForEverybody = ({ post_audience, post_mature, status, post_active }: Seen) =>
  post_audience === 'all' &&
  post_mature === 'no' &&
  status !== 'draft' &&
  status !== 'archived' &&
  status !== 'hidden' &&
  post_active === 'now';

/** What a server says of one picture of a post. */
type StoredPicture = FeedPost['pictures'][number];

const widthOfCard = 650;
const widthOfFull = 1300;
const size = { width: 650, height: 500 };

/**
 * How to show a picture of a post: its sources and size, and a placeholder where there is one. Of an older picture nothing is
 * known but its name, beside which lie a card and a full size; any other address stands for itself.
 */
export function renditionsOf(
  name: string,
  stored?: StoredPicture,
): Pick<PictureProps, 'src' | 'sources' | 'width' | 'height' | 'placeholder'> {
  const folder = /^(\/media\/posts\/[^/]+)\/card\.webp$/.exec(name)?.[1];
  if (!folder) return { src: name, ...size };
  const src = `${folder}/card.jpg`;
  if (!stored) {
    const webp = `${folder}/card.webp ${widthOfCard}w, ${folder}/full.webp ${widthOfFull}w`;
    return { src, sources: [{ type: 'image/webp', srcSet: webp }], ...size };
  }
  const { width, height, widths, placeholder } = stored;
  return { src, sources: sourcesByWidth(widths, (each, ending) => `${folder}/${each}.${ending}`), width, height, placeholder };
}

/** The one rendition of a picture that requires authorization: the full size where it fills the dialog. */
export const privateRendition = (name: string, full: boolean): string => (full ? name.replace(/\/card\.webp$/, '/full.webp') : name);

/** A picture that requires authorization: null while loading, 'none' when it may not be seen. */
export function usePrivatePicture(address: string): string | null {
  const fetchPicture = useFetchFile();
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
