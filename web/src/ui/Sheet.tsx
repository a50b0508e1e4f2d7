import { Suspense, useState } from 'react';
import type { SheetProps } from './SheetDialog';
import { lazyPart } from './lazy-part';

const SheetDialog = lazyPart(() => import('./SheetDialog'));

/** A dialog: a modal on big screens, a sheet from the bottom on small ones. */
export function Sheet(props: SheetProps) {
  const [loaded, setLoaded] = useState(props.opened);
  if (props.opened && !loaded) setLoaded(true);
  return <Suspense>{loaded ? <SheetDialog {...props} /> : null}</Suspense>;
}
