import { useState } from 'react';
import { serverAddress } from '@/platform/server';
import { renditionsOf, usePrivatePicture, type Renditions } from '../picture-renditions';
import classes from './PictureSlider.module.css';

interface PictureProps {
  name: string;
  alt: string;
  /** Whether everybody may see the picture. If not, it is fetched with the user's token. */
  open: boolean;
  /** The displayed width, as a `sizes` attribute. */
  sizes: string;
  /** Whether the picture is in the initial viewport. */
  eager?: boolean;
}

const size = { width: 650, height: 500 };

/** One picture of a post, in the format and size that suit the screen. Falls back to a drawing. */
export function Picture({ name, alt, open, sizes, eager = false }: PictureProps) {
  const [broken, setBroken] = useState('');
  if (broken === name) return <Drawn />;
  if (!open && name.startsWith('/media/')) return <PrivatePicture address={largest(name, sizes) ?? name} alt={alt} />;
  const renditions = renditionsOf(name);
  const image = {
    alt,
    ...size,
    loading: eager ? ('eager' as const) : ('lazy' as const),
    decoding: 'async' as const,
    onError: () => setBroken(name),
  };
  if (!renditions) return <img src={serverAddress(name)} {...image} alt={alt} />;
  return (
    <picture className={classes.picture}>
      <source type="image/webp" srcSet={set(renditions.webp)} sizes={sizes} />
      <img src={serverAddress(renditions.jpeg.card)} srcSet={set(renditions.jpeg)} sizes={sizes} {...image} alt={alt} />
    </picture>
  );
}

const set = ({ card, full }: Renditions['webp']) => `${serverAddress(card)} 650w, ${serverAddress(full)} 1300w`;

/** The full size, where a picture fills the dialog. */
const largest = (name: string, sizes: string) => {
  const webp = renditionsOf(name)?.webp;
  return sizes === fullSizes ? webp?.full : webp?.card;
};

/** How wide pictures are on a card and in the detail view. */
export const cardSizes = '(width <= 550px) 100vw, 360px';
export const fullSizes = '(width <= 900px) 100vw, 860px';

function PrivatePicture({ address, alt }: { address: string; alt: string }) {
  const source = usePrivatePicture(address);
  if (source === 'none') return <Drawn />;
  if (!source) return <div className={classes.loading} aria-busy="true" />;
  return <img src={source} alt={alt} {...size} />;
}

/** A drawing in place of a missing picture. */
export function Drawn() {
  return <div className={classes.placeholder} aria-hidden />;
}
