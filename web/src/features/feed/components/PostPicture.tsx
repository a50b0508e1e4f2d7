import { useState } from 'react';
import type { FeedPost } from '@/api';
import { Picture, placeholderStyle, type PictureProps } from '@/ui/Picture';
import { privateRendition, renditionsOf, usePrivatePicture } from '../picture-renditions';
import classes from './PictureSlider.module.css';

interface PostPictureProps {
  name: string;
  /** What the server says of the picture; nothing of an older one. */
  stored?: FeedPost['pictures'][number] | undefined;
  alt: string;
  /** Whether everybody may see the picture. If not, it is fetched with the user's token. */
  open: boolean;
  /** The displayed width, as a `sizes` attribute. */
  sizes: string;
  /** Whether it is the first picture of a screen. */
  first?: boolean;
  /** Whether it is loaded yet; until then its placeholder stands there. */
  wanted?: boolean;
}

/** One picture of a post. Falls back to a drawing. */
export function PostPicture({ name, stored, alt, open, sizes, first = false, wanted = true }: PostPictureProps) {
  const [broken, setBroken] = useState('');
  if (broken === name) return <Drawn />;
  if (!wanted) return <Waiting placeholder={stored?.placeholder} />;
  const shown = { ...renditionsOf(name, stored), alt, sizes, first };
  if (!open && name.startsWith('/media/')) return <PrivatePicture address={privateRendition(name, sizes === fullSizes)} {...shown} />;
  return <Picture {...shown} onError={() => setBroken(name)} />;
}

/** How wide pictures are on a card and in the detail view. A phone's card takes a seventh less: nobody sees it, and it loads half as much. */
export const cardSizes = '(width <= 550px) 78vw, 325px';
export const fullSizes = '(width <= 900px) 100vw, 860px';

function PrivatePicture({ address, placeholder, ...shown }: PictureProps & { address: string }) {
  const source = usePrivatePicture(address);
  if (source === 'none') return <Drawn />;
  if (!source) return <Waiting placeholder={placeholder} busy />;
  return <Picture {...shown} placeholder={placeholder} src={source} sources={[]} />;
}

/** The place of a picture that is not there yet. */
function Waiting({ placeholder, busy = false }: Pick<PictureProps, 'placeholder'> & { busy?: boolean }) {
  return (
    <div className={classes.loading} aria-busy={busy || undefined} {...(placeholder ? { style: placeholderStyle(placeholder) } : {})} />
  );
}

/** A drawing in place of a missing picture. */
export function Drawn() {
  return <div className={classes.placeholder} aria-hidden />;
}
