import { useState } from 'react';
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useSession } from '@/api';
import { FormProblem, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import type { Point } from '@/platform/location';
import { useGetVenueSettingsQuery, useUpdateAppointmentPlaceMutation } from '../../api';
import { useLinkToken } from '../../responses/guest-link-token';
import { addressParts, type ChangePlaceProps } from '../model';
import { Locate } from './Locate';

/** Gives an accepted appointment another link or address; the other side is told (product.md 4.8). */
export default function ChangePlace(props: ChangePlaceProps) {
  const { ownerId } = useSession();
  const { booking } = props;
  return booking.at_client && booking.provider_id !== ownerId ? <ChangeAddress {...props} /> : <ChangePlaceOrLink {...props} />;
}

function ChangePlaceOrLink({ booking, onDone, onCancel }: ChangePlaceProps) {
  const { t } = useTranslation(['venues', 'ui']);
  const linkToken = useLinkToken();
  const [change] = useUpdateAppointmentPlaceMutation();
  const remote = booking.delivery_mode === 'remote';
  const form = useCallForm({
    call: 'update_appointment_place',
    initial: { iv_place_id: booking.place_id ?? '', iv_delivery_location: booking.delivery_location },
    prepare: (fields) => (fields.iv_place_id ? { ...fields, iv_delivery_location: '' } : fields),
    send: (fields) => change({ placeChange: { iv_order_id: booking.order_id, ...fields }, ...linkToken }).unwrap(),
    onDone: ({ data }) => onDone(data.ical_content_data ?? null),
  });
  const places = useOwnPlaces(remote);
  return (
    <form {...form.formProps}>
      <Stack gap="sm" mt="lg">
        {places.length > 0 ? (
          <Select
            label={t('change.place')}
            data={[...places.map(({ place_id, name }) => ({ value: place_id, label: name })), { value: '', label: t('change.other') }]}
            {...form.field('iv_place_id')}
          />
        ) : null}
        {places.some(({ place_id }) => place_id === form.form.values.iv_place_id) ? null : (
          <TextInput
            label={remote ? t('change.link') : t('change.address')}
            description={t('change.hint', { name: booking.name || booking.guest_name })}
            {...(remote ? { type: 'url', inputMode: 'url', placeholder: 'https://', dir: 'ltr' } : { dir: 'auto' })}
            data-autofocus
            {...form.field('iv_delivery_location')}
          />
        )}
        <FormProblem>{form.problem}</FormProblem>
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

/** The places that the provider may move an appointment in person to. */
function useOwnPlaces(remote: boolean) {
  const { currentData } = useGetVenueSettingsQuery(undefined, { skip: remote });
  return currentData?.data.venue_settings.places.filter(({ archived }) => !archived) ?? [];
}

/** A client mends their own address of an accepted appointment; the provider is told (product.md 4.22). */
function ChangeAddress({ booking, onDone, onCancel }: ChangePlaceProps) {
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
