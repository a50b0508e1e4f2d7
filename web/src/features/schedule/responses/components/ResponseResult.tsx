import { useState } from 'react';
import { Alert, Button, CopyButton, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { CalendarFile } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { openHere } from '@/platform/browser';
import { EmptyState } from '@/ui';
import { scrollIntoView } from '@/ui/scroll-into-view';
import type { Response } from '../../model';
import type { Meeting } from '../meeting';
import { CalendarFileButton } from './AddToCalendar';

interface ResponseResultProps {
  response: Response;
  file: CalendarFile | null;
  meeting: Meeting;
  link: string;
}

/** The success message, with the calendar file, or the meeting link that did not open. */
export function ResponseResult({ response, file, meeting, link }: ResponseResultProps) {
  const { t } = useTranslation('schedule');
  return (
    <Stack gap="sm" mt="lg" role="status" ref={scrollIntoView}>
      <EmptyState icon={IconCircleCheck} action={file ? <CalendarFileButton file={file} /> : null}>
        {t(`response.done.${response}`)}
      </EmptyState>
      <MeetingProblem meeting={meeting} link={link} />
    </Stack>
  );
}

/** The pop-up warning, and what to do when the meeting does not open (product.md 4.8). */
function MeetingProblem({ meeting, link }: { meeting: Meeting; link: string }) {
  const { t } = useTranslation('schedule');
  const [failed, setFailed] = useState(meeting === 'failed');
  if (failed) {
    return (
      <Alert color="accent" variant="light" title={t('response.linkFailed', { link })}>
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-md" onClick={copy}>
              {copied ? t('response.linkCopied') : t('response.copyLink')}
            </Button>
          )}
        </CopyButton>
      </Alert>
    );
  }
  if (meeting !== 'blocked') return null;
  return (
    <Alert color="accent" variant="light" title={t('response.popupBlocked')}>
      <Button variant="default" size="compact-md" onClick={() => setFailed(!openHere(link))}>
        {t('response.openHere')}
      </Button>
    </Alert>
  );
}
