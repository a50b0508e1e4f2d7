import type { Interest } from '@/api';

/** Ignores case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The providers for whom every typed word occurs in the name, username, expertise or place. */
export function matchingProviders(providers: readonly Interest[], wanted: string): Interest[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return providers.filter(({ name, username, expertise, city }) => {
    const said = plain([name, username, expertise, city].join(' '));
    return words.every((word) => said.includes(word));
  });
}
