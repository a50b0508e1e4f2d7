import { describe, expect, it } from 'vitest';
import type { Slot } from './calendar-days';
import { chosenMinutes, emptyFlow, nextFlow, previousView, type BookingStep } from './flow';

const slot = (start: string): Slot => ({
  appointment_slot_id: 'monday-1',
  provider_start_time: start,
  provider_end_time: start.replace(':00Z', ':30Z'),
  client_start_time: start,
  client_end_time: start,
  duration: 30,
  alias: '',
});
const after = (...steps: BookingStep[]) => steps.reduce(nextFlow, emptyFlow);
const nine = slot('2026-11-24T09:00:00Z');
const ten = slot('2026-11-24T10:00:00Z');

describe('the booking flow', () => {
  it('keeps slots in order and lets them go again', () => {
    const both = after({ type: 'slot_toggled', slot: ten }, { type: 'slot_toggled', slot: nine });
    expect(both.slots).toEqual([nine, ten]);
    expect(chosenMinutes(both)).toBe(60);
    expect(nextFlow(both, { type: 'slot_toggled', slot: ten }).slots).toEqual([nine]);
  });

  it('tells two weeks’ slots of one weekday apart', () => {
    const next = slot('2026-12-01T09:00:00Z');
    expect(after({ type: 'slot_toggled', slot: nine }, { type: 'slot_toggled', slot: next }).slots).toHaveLength(2);
  });

  it('drops what somebody else has taken, and only that', () => {
    const flow = after(
      { type: 'service_toggled', serviceId: 'a' },
      { type: 'singly_switched', singly: true },
      { type: 'slot_toggled', slot: nine },
      { type: 'slot_toggled', slot: ten },
      { type: 'slots_taken', starts: [nine.provider_start_time] },
    );
    expect(flow.slots).toEqual([ten]);
    expect(flow.lost).toEqual([nine]);
    expect(flow.serviceIds).toEqual(['a']);
  });

  it('lets go of the whole run when one of its slots is taken, which was chosen by one tap', () => {
    const flow = after({ type: 'run_chosen', run: [nine, ten] }, { type: 'slots_taken', starts: [nine.provider_start_time] });
    expect(flow).toMatchObject({ slots: [], lost: [nine] });
  });

  it('goes back to the times when one of them is lost at the last step, and keeps the rest', () => {
    const flow = after(
      { type: 'service_toggled', serviceId: 'a' },
      { type: 'mode_chosen', mode: 'remote' },
      { type: 'brief_typed', brief: 'Hello' },
      { type: 'slot_toggled', slot: nine },
      { type: 'view_shown', view: 'completePreview' },
      { type: 'credentials_verified' },
      { type: 'slots_taken', starts: [nine.provider_start_time] },
    );
    expect(flow).toMatchObject({ view: 'bookingPreview', serviceIds: ['a'], mode: 'remote', brief: 'Hello', slots: [] });
    expect(flow.guestPhase).toBe('finalize_booking');
  });

  it('keeps what was sent: its times are taken by the viewer', () => {
    const flow = after(
      { type: 'slot_toggled', slot: nine },
      { type: 'request_sent' },
      { type: 'slots_taken', starts: [nine.provider_start_time] },
    );
    expect(flow).toMatchObject({ view: 'successfulPreview', slots: [nine], lost: [] });
  });

  it('steps back one view at a time and loses nothing', () => {
    expect(previousView('completePreview')).toBe('bookingPreview');
    expect(previousView('bookingPreview')).toBe('schedulePreview');
    const flow = after({ type: 'brief_typed', brief: 'Hello' }, { type: 'view_shown', view: 'completePreview' });
    expect(nextFlow(flow, { type: 'view_shown', view: previousView(flow.view) }).brief).toBe('Hello');
  });

  it('lets a chosen service go again, and only that', () => {
    const chosen = after({ type: 'service_toggled', serviceId: 'a' }, { type: 'service_toggled', serviceId: 'b' });
    expect(chosen.serviceIds).toEqual(['a', 'b']);
    expect(nextFlow(chosen, { type: 'service_toggled', serviceId: 'a' }).serviceIds).toEqual(['b']);
  });

  it('tells slots apart that share only their start or only their end', () => {
    const longer = { ...nine, provider_end_time: ten.provider_start_time };
    const later = { ...nine, provider_start_time: '2026-11-24T09:15:00Z' };
    expect(after({ type: 'slot_toggled', slot: nine }, { type: 'slot_toggled', slot: longer }).slots).toHaveLength(2);
    expect(after({ type: 'slot_toggled', slot: nine }, { type: 'slot_toggled', slot: later }).slots).toEqual([nine, later]);
  });

  it('stays where it is when nothing chosen is taken, and on the view where slots are chosen', () => {
    const chosen = after({ type: 'slot_toggled', slot: nine });
    expect(nextFlow(chosen, { type: 'slots_taken', starts: [ten.provider_start_time] })).toBe(chosen);
    expect(nextFlow(chosen, { type: 'slots_taken', starts: [nine.provider_start_time] }).view).toBe(chosen.view);
  });

  it('asks for the code again when the guest changes who they are', () => {
    const verified = after({ type: 'credentials_verified' });
    expect(nextFlow(verified, { type: 'credentials_changed' })).toEqual({ ...verified, guestPhase: 'verify_credentials' });
  });

  it('starts over for another session', () => {
    expect(after({ type: 'service_toggled', serviceId: 'a' }, { type: 'restarted' })).toEqual(emptyFlow);
  });
});
