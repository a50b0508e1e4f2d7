import { describe, expect, it } from 'vitest';
import { lesson } from '@/test/booked-provider';
import type { OfferedService } from './basket';
import { addressOf, addressText, chosenPlace, isVisit, noAddress, placesFor } from './places';
import { addressProblems } from './answer-problems';

const place = (place_id: string, street = 'Torstr. 12') => ({
  place_id,
  name: place_id,
  street,
  postcode: street && '10119',
  city: 'Berlin',
});
const provider = { places: JSON.stringify([place('studio'), place('kiosk', '')]) };
const service = (...ids: string[]) => ({ service_id: ids.join(), place_ids: JSON.stringify(ids) }) as OfferedService;
const idsFor = (...services: OfferedService[]) => placesFor(provider, services).map(({ place_id }) => place_id);

describe('the places of a booking', () => {
  it('are those at which every chosen service is offered', () => {
    expect(idsFor(service())).toEqual(['studio', 'kiosk']);
    expect(idsFor(service('kiosk'), service())).toEqual(['kiosk']);
    expect(idsFor(service('kiosk'), service('studio'))).toEqual([]);
    expect(placesFor({}, [{} as OfferedService])).toEqual([]);
  });

  it('begin with the usual one, until another is chosen that is offered', () => {
    const places = placesFor(provider, []);
    expect(chosenPlace(places, null)?.place_id).toBe('studio');
    expect(chosenPlace(places, 'kiosk')?.place_id).toBe('kiosk');
    expect(chosenPlace(places, 'gone')?.place_id).toBe('studio');
    expect(chosenPlace([], 'studio')).toBeUndefined();
  });

  it('have an address as far as it is shown', () => {
    expect(placesFor(provider, []).map(addressOf)).toEqual(['Torstr. 12, 10119 Berlin', 'Berlin']);
  });
});

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
