import { useMediaQuery } from '@mantine/hooks';

/** Whether the list and the open conversation fit side by side, beside the sidebar. */
export const useBothPanes = () => useMediaQuery('(min-width: 901px)', true, { getInitialValueInEffect: false });
