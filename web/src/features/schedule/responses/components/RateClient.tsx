import { Select, Stack, Textarea } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import type { BookingData } from '@/api';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState } from '@/ui';
import { scrollIntoView } from '@/ui/scroll-into-view';
import { useCreateClientRatingMutation } from '../../api';
import { FEEDBACK_MAX, useRatingOptions } from '../rating-options';

/** The provider rates the client of a held session, for these two alone. */
export default function RateClient({ booking }: { booking: BookingData }) {
  const { t } = useTranslation('schedule');
  const options = useRatingOptions();
  const [rate] = useCreateClientRatingMutation();
  const name = booking.name || booking.guest_name;
  const form = useCallForm({
    call: 'create_client_rating',
    initial: { iv_rating: '', iv_feedback: '' },
    send: (typed) => rate({ iv_order_id: booking.order_id, ...typed }).unwrap(),
  });
  if (form.progress === 'complete') {
    return (
      <div role="status" ref={scrollIntoView}>
        <EmptyState icon={IconStar}>{t('ratings.thanks', { name })}</EmptyState>
      </div>
    );
  }
  return (
    <form {...form.formProps} aria-label={t('ratings.rateClient', { name })}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="sm" mt="lg">
        <Select
          label={t('ratings.rateClient', { name })}
          placeholder={t('rating.choose')}
          data={options}
          {...form.field('iv_rating')}
          maxLength={undefined}
        />
        <Textarea
          label={t('ratings.aboutClient')}
          description={t('ratings.aboutClientHint', { max: FEEDBACK_MAX })}
          autosize
          minRows={3}
          maxRows={8}
          {...form.field('iv_feedback')}
          maxLength={FEEDBACK_MAX}
        />
        <SubmitButton progress={form.progress}>{t('ratings.submitClient')}</SubmitButton>
      </Stack>
    </form>
  );
}
