import {
  IconBan,
  IconCalendarClock,
  IconCalendarEvent,
  IconCircleCheck,
  IconClockHour4,
  IconHourglass,
  IconStar,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { AppointmentList } from '@/api';

/** The pictures of the appointment categories (spec 2, 'Booking list component'). */
export const listIcons: Readonly<Record<AppointmentList, Icon>> = {
  ongoing_appointments: IconClockHour4,
  upcoming_schedule: IconCalendarEvent,
  overdue_appointments: IconCalendarClock,
  pending_requests: IconHourglass,
  pending_review: IconStar,
  completed_requests: IconCircleCheck,
  cancelled_requests: IconX,
  rejected_requests: IconBan,
};
