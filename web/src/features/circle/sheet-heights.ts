/** How much of a sheet can be seen, in pixels: all of it, its head only, or nothing. */
export interface SheetHeights {
  /** The height of the whole sheet. */
  whole: number;
  /** A tenth of the screen: the lower breakpoint (product.md 3.5). */
  low: number;
}

export function sheetHeights(sheet: number, screen: number): SheetHeights {
  return { whole: sheet, low: Math.min(sheet, screen * 0.1) };
}

/** Where a sheet comes to rest when it is let go with `seen` pixels in sight: the nearest of its heights; 0 closes it. */
export function restingHeight(seen: number, { whole, low }: SheetHeights): number {
  return [whole, low, 0].reduce((nearest, height) => (Math.abs(height - seen) < Math.abs(nearest - seen) ? height : nearest));
}
