import type { CSSProperties } from 'react';
import { serverAddress } from '@/platform/server';
import classes from './Picture.module.css';

/** One format of a picture, in several widths. */
export interface PictureSource {
  type: 'image/avif' | 'image/webp';
  srcSet: string;
}

export interface PictureProps {
  /** What a browser without the formats of `sources` loads. */
  src: string;
  /** The better format first. */
  sources?: readonly PictureSource[];
  alt: string;
  /** Pixels. They reserve the space before the picture is there. */
  width: number;
  height: number;
  /** The displayed width, as a `sizes` attribute. */
  sizes: string;
  /** A data URI of a few pixels, shown until the picture is loaded. */
  placeholder?: string | undefined;
  /** Whether it is the first picture of a screen: loaded at once and before others. Others load near the viewport. */
  first?: boolean;
  onError?: () => void;
}

/** A picture in the format and width that suit the browser and its screen. It is at its place before it is loaded. */
export function Picture({ src, sources = [], alt, width, height, sizes, placeholder, first = false, onError }: PictureProps) {
  // A picture of a page that the server rendered may have failed before React listened.
  const hasFailed = (image: HTMLImageElement | null) => {
    if (image?.complete && image.currentSrc && image.naturalWidth === 0) onError?.();
  };
  return (
    <picture className={classes.picture}>
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        key={src}
        ref={hasFailed}
        className={classes.image}
        alt={alt}
        width={width}
        height={height}
        loading={first ? 'eager' : 'lazy'}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : {})}
        {...(placeholder ? { style: placeholderStyle(placeholder) } : {})}
        onError={onError}
        // Last: some browsers begin to load as soon as it is set.
        src={serverAddress(src)}
      />
    </picture>
  );
}

/** The placeholder as the background of the element in whose place the picture will be. */
export const placeholderStyle = (placeholder: string): CSSProperties => ({ backgroundImage: `url("${placeholder}")` });

/** The sources of a picture whose renditions lie at `addressOf(width, ending)`. */
export function sourcesByWidth(widths: readonly number[], addressOf: (width: number, ending: 'avif' | 'webp') => string): PictureSource[] {
  return (['avif', 'webp'] as const).map((ending) => ({
    type: `image/${ending}`,
    srcSet: widths.map((width) => `${serverAddress(addressOf(width, ending))} ${width}w`).join(', '),
  }));
}
