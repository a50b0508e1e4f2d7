import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { IconCalendarPlus, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CalendarFile } from '@/api';
import { addToCalendar } from '@/platform';
import { Empty } from '@/ui';
import type { Response } from '../bookings';

interface AnsweredProps {
  response: Response;
  file: CalendarFile | null;
  /** The meeting's tab was kept shut by the browser. */
  blocked: boolean;
  link: string;
}

/** The answer is given; the event for the device's calendar, or the meeting that did not open. */
export function Answered({ response, file, blocked, link }: AnsweredProps) {
  const { t } = useTranslation('schedule');
  return (
    <Stack gap="sm" mt="lg" role="status">
      <Empty
        icon={IconCircleCheck}
        action={
          file ? (
            <Button leftSection={<IconCalendarPlus size={18} />} onClick={() => void addToCalendar(file)}>
              {t('response.addToCalendar')}
            </Button>
          ) : null
        }
      >
        {t(`response.done.${response}`)}
      </Empty>
      {blocked ? (
        <Alert color="accent" variant="light" title={t('response.popupBlocked')}>
          <Anchor href={link} rel="noopener">
            {t('response.openHere')}
          </Anchor>
          <p>{t('response.linkFailed', { link })}</p>
        </Alert>
      ) : null}
    </Stack>
  );
}
