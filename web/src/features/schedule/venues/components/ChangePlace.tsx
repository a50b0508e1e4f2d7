import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { BookingData, CalendarFile } from '@/api';
import { FormProblem, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { useUpdateAppointmentPlaceMutation } from '../../api';
import { useLinkToken } from '../../responses/guest-link-token';

interface ChangePlaceProps {
  booking: BookingData;
  onDone: (file: CalendarFile | null) => void;
  onCancel: () => void;
}

/** Gives an accepted appointment another link or address; the other side is told (product.md 4.8). */
export default function ChangePlace({ booking, onDone, onCancel }: ChangePlaceProps) {
  const { t } = useTranslation(['venues', 'ui']);
  const linkToken = useLinkToken();
  const [change] = useUpdateAppointmentPlaceMutation();
  const remote = booking.delivery_mode === 'remote';
  const form = useCallForm({
    call: 'update_appointment_place',
    initial: { iv_delivery_location: booking.delivery_location },
    send: (fields) => change({ placeChange: { iv_order_id: booking.order_id, ...fields }, ...linkToken }).unwrap(),
    onDone: ({ data }) => onDone(data.ical_content_data ?? null),
  });
  return (
    <form {...form.formProps}>
      <Stack gap="sm" mt="lg">
        <TextInput
          label={remote ? t('change.link') : t('change.address')}
          description={t('change.hint', { name: booking.name || booking.guest_name })}
          {...(remote ? { type: 'url', inputMode: 'url', placeholder: 'https://', dir: 'ltr' } : { dir: 'auto' })}
          data-autofocus
          {...form.field('iv_delivery_location')}
        />
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
