import { useState, type CSSProperties } from 'react';
import classes from './Avatar.module.css';
import { Picture, sourcesByWidth } from './Picture';

interface AvatarProps {
  name: string;
  /** A media path or address. '' or a picture that fails to load shows the initials. */
  src?: string | null | undefined;
  size?: number;
  /** The size on big screens, where it is another. */
  bigSize?: number;
  /** Leave out where the name is shown beside it. */
  alt?: string;
  /** Whether it is the first picture of a screen. */
  first?: boolean;
}

const widths = [96, 192, 300] as const;

/** The renditions of an avatar whose path says that it has them (api.md 5). */
function sourcesOf(path: string) {
  const stem = /^(\/media\/avatars\/[0-9a-f]+)-300\.webp$/.exec(path)?.[1];
  return stem ? sourcesByWidth(widths, (width, ending) => `${stem}-${width}.${ending}`) : [];
}

function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s_]+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? Array.from(word)[0] : ''));
  return letters.join('').toUpperCase();
}

/** The same initials always get the same of six colours, as in the pictures that the profiles service draws. */
function hueOf(letters: string): number {
  let sum = 0;
  for (const letter of letters) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return sum % 6;
}

const sizeOf = (size: number, bigSize: number) => ({ '--size': `${size}px`, '--big-size': `${bigSize}px` }) as CSSProperties;

/**
 * A person's picture, with their initials on a colour as the fallback. The initials are drawn by CSS, because they replace a
 * picture: as text they would have to be in the name of each control that holds an avatar.
 */
export function Avatar({ name, src, size = 40, bigSize = size, alt = '', first = false }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = src && src !== 'none' && src !== broken ? src : null;
  return (
    <span className={classes.avatar} data-hue={hueOf(initials(name))} style={sizeOf(size, bigSize)}>
      {shown ? (
        <Picture
          src={shown}
          sources={sourcesOf(shown)}
          alt={alt}
          width={size}
          height={size}
          sizes={size === bigSize ? `${size}px` : `(width <= 550px) ${size}px, ${bigSize}px`}
          first={first}
          onError={() => setBroken(shown)}
        />
      ) : (
        <span
          className={classes.initials}
          data-initials={initials(name) || '·'}
          role={alt ? 'img' : undefined}
          aria-label={alt || undefined}
          aria-hidden={alt ? undefined : true}
        />
      )}
    </span>
  );
}
