import { describe, expect, it } from 'vitest';
import { plainService } from '@/test/services';
import { draftOf, durationOf, newDraft, partsOf, requestFrom } from './model';

describe('a service draft', () => {
  it('says zero for a free service and none for a new one', () => {
    expect(requestFrom(newDraft('EUR-DE', ''), null, '{}')).toMatchObject({
      iv_action: 'service_create',
      iv_service_id: 'none',
      iv_cost: 'zero',
      iv_duration: '30',
      iv_currency: 'EUR-DE',
    });
  });

  it('takes hours and minutes apart and together', () => {
    expect(partsOf('95')).toEqual({ hours: '1', minutes: '35' });
    expect(partsOf('')).toEqual({ hours: null, minutes: null });
    expect(partsOf('60')).toEqual({ hours: '1', minutes: null });
    expect(durationOf('1', null)).toBe('60');
    expect(durationOf('1', '35')).toBe('95');
    expect(durationOf(null, null)).toBe('');
  });

  it('shows an existing service and updates it', () => {
    const draft = draftOf({ ...plainService, duration: 95 });
    expect(requestFrom(draft, 's1', '{}')).toMatchObject({
      iv_action: 'service_update',
      iv_service_id: 's1',
      iv_duration: '95',
      iv_cost: '40',
    });
  });
});
