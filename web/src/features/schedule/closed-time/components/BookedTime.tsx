import { useState } from 'react';
import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet } from '@/ui';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import type { OrderOutside } from '../../day/api';
import type { Asked, Outside } from '../hooks/use-closed-time';
import classes from './BookedTime.module.css';

/** The maximum length of iv_feedback, in characters, and of iv_order_ids. */
const LONGEST_REASON = 300;
const MOST_ASKED = 50;

interface BookedTimeProps {
  outside: Outside;
  /** Saves the change; with whom to ask for another time, or null. */
  onAnswer: (asked: Asked | null) => void;
  onBack: () => void;
}

/** What is booked on the time that the change closes, before it is saved, and whom to ask for another time (product.md 4.20). */
export default function BookedTime({ outside, onAnswer, onBack }: BookedTimeProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const orders = outside.orders.slice(0, MOST_ASKED);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(orders.map(({ order_id }) => order_id)));
  const [reason, setReason] = useState(t('closed.usual'));
  const more = outside.total - orders.length;
  return (
    <Sheet opened onClose={onBack} title={t('closed.title')} size="lg">
      <Stack gap="sm">
        <p className={classes.lead}>{t('closed.lead')}</p>
        <Choice orders={orders} chosen={chosen} onChange={setChosen} />
        {more > 0 ? <p className={classes.lead}>{t('closed.more', { count: more })}</p> : null}
        <Textarea
          label={t('closed.reason')}
          description={t('closed.reasonHint', { max: LONGEST_REASON })}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={LONGEST_REASON}
          disabled={chosen.size === 0}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onBack}>
            {t('ui:back')}
          </Button>
          <Button variant="default" onClick={() => onAnswer(null)}>
            {t('closed.saveOnly')}
          </Button>
          <Button disabled={chosen.size === 0} onClick={() => onAnswer({ orderIds: [...chosen], reason: reason.trim() })}>
            {t('closed.tell', { count: chosen.size })}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}

interface ChoiceProps {
  orders: readonly OrderOutside[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** All of them, or one by one. */
function Choice({ orders, chosen, onChange }: ChoiceProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const timeLine = useTimeRangeText();
  const all = chosen.size === orders.length;
  function toggle(orderId: string): void {
    const next = new Set(chosen);
    if (!next.delete(orderId)) next.add(orderId);
    onChange(next);
  }
  return (
    <fieldset className={classes.choice}>
      <legend>{t('closed.who')}</legend>
      {orders.length > 1 ? (
        <Checkbox
          label={t('closed.all')}
          checked={all}
          indeterminate={!all && chosen.size > 0}
          onChange={() => onChange(new Set(all ? [] : orders.map(({ order_id }) => order_id)))}
        />
      ) : null}
      <ul className={classes.orders}>
        {orders.map(({ order_id, name, services, sessions, request_status }) => (
          <li key={order_id}>
            <Checkbox
              checked={chosen.has(order_id)}
              onChange={() => toggle(order_id)}
              label={
                <span className={classes.order}>
                  <b>{name}</b>
                  {sessions.map(({ starts_at, ends_at }) => (
                    <span key={starts_at}>{timeLine(starts_at, ends_at)}</span>
                  ))}
                  <span>
                    {services.join(', ')}
                    {request_status === 'pending' ? ` · ${t('ui:status.pending')}` : ''}
                  </span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
