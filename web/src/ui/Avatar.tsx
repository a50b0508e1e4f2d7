import { useState } from 'react';
import { serverAddress } from '@/platform/server';
import classes from './Avatar.module.css';

interface AvatarProps {
  name: string;
  /** A media path or address. '' or a picture that fails to load shows the initials. */
  src?: string | null | undefined;
  size?: number;
  /** Leave out where the name is shown beside it. */
  alt?: string;
}

function initials(name: string): string {
  const words = name.trim().split(/[\s_]+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? Array.from(word)[0] : ''));
  return letters.join('').toUpperCase();
}

/** The same initials always get the same of six colours, as in the pictures that the profiles service draws. */
function hueOf(letters: string): number {
  let sum = 0;
  for (const letter of letters) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return sum % 6;
}

/**
 * A person's picture, with their initials on a colour as the fallback. The initials are drawn by CSS, because they replace a
 * picture: as text they would have to be in the name of each control that holds an avatar.
 */
export function Avatar({ name, src, size = 40, alt = '' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = src && src !== 'none' && src !== broken ? src : null;
  return (
    <span className={classes.avatar} data-hue={hueOf(initials(name))} style={{ width: size, height: size, fontSize: size * 0.36 }}>
      {shown ? (
        <img src={serverAddress(shown)} alt={alt} width={size} height={size} loading="lazy" onError={() => setBroken(shown)} />
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
