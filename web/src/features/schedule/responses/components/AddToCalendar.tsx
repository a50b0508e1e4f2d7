import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { asFailure, type BookingData, type CalendarFile } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { addToCalendar } from '@/platform/files';
import { toast } from '@/ui';
import { useLazyGetAppointmentCalendarQuery } from '../../api';
import { useLinkToken } from '../guest-link-token';

/** Saves a calendar file on the device. */
export function CalendarFileButton({ file }: { file: CalendarFile }) {
  const { t } = useTranslation('schedule');
  return (
    <Button leftSection={<IconCalendarPlus size={18} />} onClick={() => void addToCalendar(file)}>
      {t('response.addToCalendar')}
    </Button>
  );
}

/** Adds a confirmed appointment to the device's calendar; for both sides and for guests. */
export function AddToCalendar({ booking }: { booking: BookingData }) {
  const { t } = useTranslation('schedule');
  const linkToken = useLinkToken();
  const [fetchFile, { isFetching }] = useLazyGetAppointmentCalendarQuery();
  if (booking.request_status !== 'accepted') return null;
  async function add(): Promise<void> {
    try {
      const { data } = await fetchFile({ orderId: booking.order_id, ...linkToken }).unwrap();
      await addToCalendar(data.ical_content_data);
    } catch (error) {
      toast.failed(asFailure(error).main_msg);
    }
  }
  return (
    <Button variant="subtle" fullWidth mt="xs" loading={isFetching} leftSection={<IconCalendarPlus size={18} />} onClick={() => void add()}>
      {t('response.addToCalendar')}
    </Button>
  );
}
