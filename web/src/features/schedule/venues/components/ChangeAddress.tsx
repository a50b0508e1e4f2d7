import { useState } from 'react';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { FormProblem, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import type { Point } from '@/platform/location';
import { useUpdateAppointmentPlaceMutation } from '../../api';
import { useLinkToken } from '../../responses/guest-link-token';
import { addressParts, type ChangePlaceProps } from '../model';
import { Locate } from './Locate';

/** A client mends their own address of an accepted appointment; the provider is told (product.md 4.22). */
export function ChangeAddress({ booking, onDone, onCancel }: ChangePlaceProps) {
  const { t } = useTranslation(['venues', 'ui']);
  const linkToken = useLinkToken();
  const [change] = useUpdateAppointmentPlaceMutation();
  const [point, setPoint] = useState<Point | null>(null);
  const form = useCallForm({
    call: 'update_appointment_place',
    initial: { ...addressParts(booking.delivery_location), iv_client_note: booking.place_note ?? '' },
    send: (fields) =>
      change({
        placeChange: {
          iv_order_id: booking.order_id,
          ...fields,
          ...(point ? { iv_client_latitude: point.latitude, iv_client_longitude: point.longitude } : {}),
        },
        ...linkToken,
      }).unwrap(),
    onDone: ({ data }) => onDone(data.ical_content_data ?? null),
  });
  return (
    <form {...form.formProps}>
      <Stack gap="sm" mt="lg">
        <TextInput
          label={t('places.street')}
          description={t('change.hint', { name: booking.name })}
          autoComplete="street-address"
          data-autofocus
          {...form.field('iv_client_street')}
        />
        <Group grow align="start">
          <TextInput label={t('places.postcode')} autoComplete="postal-code" {...form.field('iv_client_postcode')} />
          <TextInput label={t('places.city')} autoComplete="address-level2" {...form.field('iv_client_city')} />
        </Group>
        <TextInput label={t('places.note')} {...form.field('iv_client_note')} />
        <FormProblem>{form.problem}</FormProblem>
        {form.problem ? <Locate isKnown={point !== null} onPoint={setPoint} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('ui:back')}
          </Button>
          <Button type="submit" loading={form.progress === 'processing'}>
            {t('change.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
