/** What came of a form stands below the fold of a phone's sheet: it is brought up once it appears. */
export const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
