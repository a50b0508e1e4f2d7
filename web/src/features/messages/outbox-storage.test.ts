import { beforeEach, describe, expect, it } from 'vitest';
import { readOutbox, withoutUnsent, writeOutbox, type Unsent } from './outbox-storage';

const sending: Unsent = { key: 'k1', text: 'Is there parking?', failed: false, why: '' };

describe('the outbox of a conversation', () => {
  beforeEach(() => sessionStorage.clear());

  it('is empty at first', () => {
    expect(readOutbox('me', 'c1')).toEqual({ draft: '', unsent: [] });
  });

  it('keeps the draft, and what was being sent as not sent', () => {
    writeOutbox('me', 'c1', { draft: 'And…', unsent: [sending] });
    expect(readOutbox('me', 'c1')).toEqual({ draft: 'And…', unsent: [{ ...sending, failed: true }] });
  });

  it('belongs to one account and one conversation', () => {
    writeOutbox('me', 'c1', { draft: 'Mine', unsent: [] });
    expect(readOutbox('me', 'c2').draft).toBe('');
    expect(readOutbox('other', 'c1').draft).toBe('');
  });

  it('leaves nothing behind once it is empty', () => {
    const outbox = { draft: '', unsent: [sending] };
    writeOutbox('me', 'c1', outbox);
    writeOutbox('me', 'c1', withoutUnsent(outbox, 'other'));
    expect(sessionStorage).toHaveLength(1);
    writeOutbox('me', 'c1', withoutUnsent(outbox, sending.key));
    expect(sessionStorage).toHaveLength(0);
  });

  it.each(['{', '7', 'null', '{"draft":7,"unsent":{}}', '{"unsent":[null,{"key":"k"},{"key":"k","text":7}]}'])(
    'reads %s as empty',
    (stored) => {
      sessionStorage.setItem('messages:me:c1', stored);
      expect(readOutbox('me', 'c1')).toEqual({ draft: '', unsent: [] });
    },
  );
});
