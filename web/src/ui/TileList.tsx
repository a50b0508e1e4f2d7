import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import classes from './TileList.module.css';

/** Tiles in as many columns as fit. */
export function TileList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}

/** One tile: a picture, words and an action beside each other. `label` names it for screen readers. */
export function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <article className={classes.tile} aria-label={label}>
      {children}
    </article>
  );
}

/** The list while loading. */
export function TileListSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div className={classes.list}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={90} radius="lg" />
      ))}
    </div>
  );
}
