import { useState } from 'react';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { limitsOf, useRuleTexts } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { whereAmI } from '@/platform/location';
import type { Booking } from '../hooks/use-booking';
import { useFocusOnProblem } from '../hooks/use-focus-on-problem';
import type { ClientAddress } from '../places';
import classes from './BookingPanel.module.css';

/** Where the client is visited (product.md 4.22). */
export function ClientAddressFields({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const element = useFocusOnProblem(booking);
  const field = useAddressField(booking);
  const { name } = booking.provider;
  if (!booking.intake.visit) return null;
  return (
    <div ref={element}>
      <h3 className={classes.label}>{t('visit.title', { name })}</h3>
      <p className={classes.note}>{t('visit.private', { name })}</p>
      <Stack gap="sm" mt="xs" mb="md">
        <TextInput label={t('visit.street')} autoComplete="street-address" {...field('iv_client_street')} />
        <Group grow align="start">
          <TextInput label={t('visit.postcode')} autoComplete="postal-code" {...field('iv_client_postcode')} />
          <TextInput label={t('visit.city')} autoComplete="address-level2" {...field('iv_client_city')} />
        </Group>
        <TextInput label={t('visit.note')} {...field('iv_client_note')} />
        <ShareLocation booking={booking} />
      </Stack>
    </div>
  );
}

/** The props of a field of the address, with its message. */
function useAddressField({ flow, failure, sending, intake }: Booking) {
  const said = useRuleTexts();
  return (field: keyof ClientAddress) => {
    const problem = intake.problems[field] ?? failure?.iv_msg[field];
    const { required, max } = limitsOf('create_appointment_order', field);
    return {
      value: flow.address[field],
      onChange: (event: { currentTarget: { value: string } }) => intake.typeAddress(field, event.currentTarget.value),
      maxLength: max,
      'aria-required': required || undefined,
      error: problem ? said(problem) : undefined,
      disabled: sending,
    };
  };
}

/** Says where the client is, once the provider's radius asks for it. */
function ShareLocation({ booking: { failure, intake, setFailure } }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const problem = failure?.iv_msg['iv_client_location'];
  async function share(): Promise<void> {
    setState('asking');
    const point = await whereAmI();
    setState(point ? 'idle' : 'failed');
    if (!point) return;
    intake.setPoint(point);
    setFailure(null);
  }
  if (!problem && !intake.point) return null;
  return (
    <Group gap="xs">
      <p role="alert" className={classes.problem}>
        {state === 'failed' ? t('visit.notLocated') : problem}
      </p>
      {intake.point && !problem ? (
        <span role="status">{t('visit.located')}</span>
      ) : (
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={18} aria-hidden />}
          loading={state === 'asking'}
          onClick={() => void share()}
        >
          {t('visit.share')}
        </Button>
      )}
    </Group>
  );
}
