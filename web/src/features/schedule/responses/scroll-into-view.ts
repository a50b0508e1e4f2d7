/** The outcome of a form may be below the visible part of a phone's sheet: scrolls to it once it appears. */
export const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
