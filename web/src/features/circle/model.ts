import type { Interest } from '@/api';

/** Case and accents make no difference to who is looked for. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Those of whom every typed word stands somewhere: in the name, the username, what they do, or where. */
export function matchingProviders(providers: readonly Interest[], wanted: string): Interest[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return providers.filter(({ name, username, expertise, city }) => {
    const said = plain([name, username, expertise, city].join(' '));
    return words.every((word) => said.includes(word));
  });
}
