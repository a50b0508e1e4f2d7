import { useMediaQuery } from '@mantine/hooks';

/** Big screens are wider than 550 px (product.md 2.2). */
export function useBigScreen(): boolean {
  return useMediaQuery('(min-width: 551px)', true, { getInitialValueInEffect: false });
}
