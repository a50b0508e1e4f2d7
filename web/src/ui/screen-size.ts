import { useMediaQuery } from '@mantine/hooks';

/** Big screens are wider than 550 px (spec 1, section 9). */
export function useBigScreen(): boolean {
  return useMediaQuery('(min-width: 551px)', true, { getInitialValueInEffect: false });
}
