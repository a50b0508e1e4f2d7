import type { Interest } from '@/api';

/** Ignores case and accents. */
const normalized = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The providers for whom every typed word occurs in the name, username, expertise or place. */
export function matchingProviders(providers: readonly Interest[], typed: string): Interest[] {
  const words = normalized(typed).split(/\s+/).filter(Boolean);
  return providers.filter(({ name, username, expertise, city }) => {
    const searchable = normalized([name, username, expertise, city].join(' '));
    return words.every((word) => searchable.includes(word));
  });
}
