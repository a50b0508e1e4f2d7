/** A ref that scrolls an element into view once it appears: it may be below the visible part of a phone's sheet. */
export const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
