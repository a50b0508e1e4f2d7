import { describe, expect, it } from 'vitest';
import type { OfferedService } from './basket';
import { addressOf, chosenPlace, placesFor } from './places';

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
