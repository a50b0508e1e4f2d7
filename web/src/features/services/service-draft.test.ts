import { describe, expect, it } from 'vitest';
import { plainService } from '@/test/services';
import { draftOf, durationOf, newDraft, partsOf, requestFrom } from './model';
import { movedUp, newQuestion, optionsOf, questionProblems, withQuestion } from './questions';

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

  it('has an amount with a point, and none where nothing is asked', () => {
    const draft = { ...newDraft('EUR-DE', ''), iv_cost: ' 24,50 ' };
    const cost = (iv_price_kind: string) => requestFrom({ ...draft, iv_price_kind }, null, '{}').iv_cost;
    expect(['fixed', 'from', 'free', 'on_request'].map(cost)).toEqual(['24.50', '24.50', 'zero', 'zero']);
    expect(draft.iv_cost, 'what was typed is kept').toBe(' 24,50 ');
  });

  it('keeps the rules of an existing service', () => {
    const ruled = {
      buffer_before: 10,
      buffer_after: 15,
      minimum_notice: 120,
      booking_horizon: 30,
      most_per_day: 4,
      most_per_week: null,
    } as const;
    const service = {
      ...plainService,
      ...ruled,
      cost: 24.5,
      offered_days: '["monday"]',
      confirmation: 'known',
      price_kind: 'from',
      taxes_included: 'yes',
      free_cancellation_hours: 24,
      late_cancellation: 'refused',
      cancellation_words: 'Half is due.',
    } as const;
    expect(requestFrom(draftOf(service), 's1', '{}')).toMatchObject({
      iv_cost: '24.50',
      iv_buffer_before: '10',
      iv_buffer_after: '15',
      iv_minimum_notice: '120',
      iv_booking_horizon: '30',
      iv_most_per_day: '4',
      iv_most_per_week: '',
      iv_offered_days: ['monday'],
      iv_confirmation: 'known',
      iv_price_kind: 'from',
      iv_taxes_included: 'yes',
      iv_free_cancellation_hours: '24',
      iv_late_cancellation: 'refused',
      iv_cancellation_words: 'Half is due.',
    });
  });

  it('keeps the questions of an existing service, and sends options of a choice alone', () => {
    const side = { question_id: 'side', kind: 'choice', text: 'Which side?', required: true, options: ['Left', 'Right'] };
    const draft = draftOf({ ...plainService, questions: JSON.stringify([side]) });
    expect(draft.iv_questions).toEqual([side]);
    const changed = withQuestion([...draft.iv_questions, { ...newQuestion, text: 'Why?', options: ['left over'] }], 0, {
      options: optionsOf('Left\n\n Both '),
    });
    expect(requestFrom({ ...draft, iv_questions: movedUp(changed, 1) }, 's1', '{}').iv_questions).toEqual([
      { question_id: '', kind: 'short', text: 'Why?', required: false, options: [] },
      { ...side, options: ['Left', 'Both'] },
    ]);
  });

  it('has no question without a text', () => {
    expect(questionProblems([newQuestion, { ...newQuestion, text: 'Why?' }, { ...newQuestion, text: ' ? ' }])).toEqual({
      iv_question_1: 'This Field cannot be empty',
      iv_question_3: 'The text length required for must be between 3 and 300',
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
