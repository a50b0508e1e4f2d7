import type { Update } from './state';

/** How a list stands to an update that is to be shown in it. */
export interface ShownAt {
  /** The list is in the cache already; otherwise it has just been read from the server. */
  isHeld: boolean;
  /** The list was asked for before the update was known. */
  mayLack: boolean;
  /** The argument of the query. */
  arg: unknown;
}

interface Place {
  show: (answer: never, update: never, at: ShownAt) => unknown;
  takeBack: ((answer: never, shown: never) => void) | null;
}

export interface UpdateKind<Value> {
  /** An update of this kind. */
  of: (id: string, value: Value, revision?: number | null) => Update<Value>;
  /** `takeBack` gets what `show` returned. Without it the cache's own inverse patches are applied. */
  shownIn: <Answer, Shown = unknown>(
    endpoint: string,
    show: (answer: Answer, update: Update<Value>, at: ShownAt) => Shown,
    takeBack?: (answer: Answer, shown: Shown) => void,
  ) => void;
}

const kinds = new Map<string, Map<string, Place>>();

/**
 * Declares a kind of updates. Each query whose answer contains such entities says with `shownIn` how its answer shows one.
 * `show` changes the answer in place and must do nothing when the answer shows the update already.
 */
export function updateKind<Value>(kind: string): UpdateKind<Value> {
  const places = kinds.get(kind) ?? new Map<string, Place>();
  kinds.set(kind, places);
  return {
    of: (id, value, revision = null) => ({ kind, id, revision, value }),
    shownIn: (endpoint, show, takeBack) => void places.set(endpoint, { show, takeBack: takeBack ?? null }),
  };
}

export const placesOf = (kind: string): ReadonlyMap<string, Place> => kinds.get(kind) ?? new Map<string, Place>();

/**
 * Whether a numbered update belongs into a list that holds the entity in this revision, or does not hold it. A list that was
 * asked for later and lacks the entity is right: it is gone.
 */
export function isNews({ revision }: Update, held: number | undefined, { isHeld, mayLack }: ShownAt): boolean {
  if (held === undefined) return mayLack;
  return isHeld ? (revision ?? 0) >= held : (revision ?? 0) > held;
}
