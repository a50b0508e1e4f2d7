import { describe, expect, it } from 'vitest';
import type { Interest } from '@/api';
import { matchingProviders } from './model';

const who = (name: string, more: Partial<Interest> = {}) =>
  ({ name, username: '', expertise: '', city: '', provider_id: name, ...more }) as Interest;
const circle = [
  who('José Núñez', { expertise: 'Piano', city: 'Lima' }),
  who('Zoë Łódź', { username: 'zoe_l' }),
  who('Mara Weiss', { city: 'Lima' }),
];
const names = (search: string) => matchingProviders(circle, search).map(({ name }) => name);

describe('looking for somebody in the circle', () => {
  it('shows all while nothing is typed', () => expect(names('  ')).toHaveLength(3));
  it('makes no difference of case and accents', () => expect(names('jose NUN')).toEqual(['José Núñez']));
  it('finds each word somewhere', () => {
    expect(names('lima')).toEqual(['José Núñez', 'Mara Weiss']);
    expect(names('lima piano')).toEqual(['José Núñez']);
    expect(names('zoe_')).toEqual(['Zoë Łódź']);
    expect(names('nobody')).toEqual([]);
  });
});
