import type { Update } from './state';

/** How a list relates to an update that it may show. */
export interface ShownAt {
  /** The list was in the cache before; otherwise it has just arrived from the server. */
  isCached: boolean;
  /** The list was requested before the update was known. */
  mayLack: boolean;
  /** The argument of the query. */
  arg: unknown;
}

interface Place {
  show: (answer: never, update: never, at: ShownAt) => unknown;
  revert: ((answer: never, shown: never) => void) | null;
}

export interface UpdateKind<Value> {
  /** An update of this kind. */
  of: (id: string, value: Value, revision?: number | null) => Update<Value>;
  /** `revert` gets what `show` returned. Without it the cache's own inverse patches are applied. */
  shownIn: <Answer, Shown = unknown>(
    endpoint: string,
    show: (answer: Answer, update: Update<Value>, at: ShownAt) => Shown,
    revert?: (answer: Answer, shown: Shown) => void,
  ) => void;
}

const kinds = new Map<string, Map<string, Place>>();

/**
 * Declares a kind of updates. For each query whose answer contains such entities, `shownIn` registers how its answer shows
 * an update. `show` changes the answer in place; it must do nothing when the answer shows the update already.
 */
export function updateKind<Value>(kind: string): UpdateKind<Value> {
  const places = kinds.get(kind) ?? new Map<string, Place>();
  kinds.set(kind, places);
  return {
    of: (id, value, revision = null) => ({ kind, id, revision, value }),
    shownIn: (endpoint, show, revert) => void places.set(endpoint, { show, revert: revert ?? null }),
  };
}

export const placesOf = (kind: string): ReadonlyMap<string, Place> => kinds.get(kind) ?? new Map<string, Place>();

/**
 * Whether a list has to show a numbered update. `cached` is the revision of the entity in the list; undefined when the list
 * lacks it. When the list was requested after the update, a missing entity no longer exists and is not added.
 */
export function mustShow({ revision }: Update, cached: number | undefined, { isCached, mayLack }: ShownAt): boolean {
  if (cached === undefined) return mayLack;
  return isCached ? (revision ?? 0) >= cached : (revision ?? 0) > cached;
}
