import { beforeEach, expect, it } from 'vitest';
import type { BookingData } from '@/api';
import { bookLike } from './book-again';
import { readDraft } from './draft';

const former = {
  provider_id: 'p1',
  services: JSON.stringify([
    { service_id: 's1', service: 'Talk' },
    { service_id: 's2', service: 'Walk' },
  ]),
  delivery_mode: 'remote',
  place_id: 'studio',
} as BookingData;

beforeEach(() => sessionStorage.clear());

it('chooses the services and the mode of a former booking, and no time', () => {
  bookLike(former, 'me', 'Hello');
  const draft = readDraft(sessionStorage, 'p1', 'me', new Date());
  expect(draft?.flow).toMatchObject({
    view: 'schedulePreview',
    serviceIds: ['s1', 's2'],
    mode: 'remote',
    placeId: 'studio',
    slots: [],
    brief: 'Hello',
  });
});

it('is for who asked for it alone', () => {
  bookLike(former, 'me', 'Hello');
  expect(readDraft(sessionStorage, 'p1', 'somebody else', new Date())).toBeNull();
});
