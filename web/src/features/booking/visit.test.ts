import { describe, expect, it } from 'vitest';
import { lesson } from '@/test/booked-provider';
import { addressProblems } from './answer-problems';
import { addressText, isVisit, noAddress } from './visit';

const visit = { ...lesson, at_client: true };
const home = { iv_client_street: ' Torstraße 12', iv_client_postcode: '10119', iv_client_city: 'Berlin', iv_client_note: '' };

describe('what is held at the client’s', () => {
  it('is what all chosen services are, in person alone', () => {
    expect(isVisit([visit, visit], 'in-person')).toBe(true);
    expect(isVisit([visit, lesson], 'in-person')).toBe(false);
    expect(isVisit([visit], 'remote')).toBe(false);
    expect(isVisit([], 'in-person')).toBe(false);
  });

  it('needs an address, judged as the server judges it', () => {
    const empty = 'This Field cannot be empty';
    expect(addressProblems(noAddress)).toEqual({ iv_client_street: empty, iv_client_postcode: empty, iv_client_city: empty });
    expect(addressProblems({ ...home, iv_client_note: 'x'.repeat(301) })).toEqual({
      iv_client_note: 'The maximum length required for this field is 300',
    });
    expect(addressProblems(home)).toEqual({});
    expect([addressText(home), addressText(noAddress)]).toEqual(['Torstraße 12, 10119 Berlin', '']);
  });
});
