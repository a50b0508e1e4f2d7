import { Select, Stack, Textarea } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useSession, type BookingData } from '@/api';
import { useShowAsTrusted } from '@/features/circle';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState } from '@/ui';
import { scrollIntoView } from '@/ui/scroll-into-view';
import { useCreateAppointmentRatingMutation, useCreateAppointmentRequestRatingMutation, useGetTrustStatusQuery } from '../../api';
import { useLinkToken } from '../guest-link-token';
import { FEEDBACK_MAX, useRatingOptions } from '../rating-options';

/** The fewest stars with which trust can be given (product.md 4.12). */
const TRUSTED_FROM = 3;

/** The client rates a held session; a guest does so through the mailed link. */
export function RateForm({ booking }: { booking: BookingData }) {
  const { t } = useTranslation(['schedule', 'ui']);
  const { form, mayTrust } = useRating(booking);
  const options = useRatingOptions();
  if (form.progress === 'complete') return <RatingSent>{t('rating.thanks')}</RatingSent>;
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="sm" mt="lg">
        <Select
          label={t('rating.label')}
          placeholder={t('rating.choose')}
          data={options}
          {...form.field('iv_rating')}
          maxLength={undefined}
        />
        {mayTrust(form.form.values.iv_rating) ? (
          <Select
            label={t('rating.trusted')}
            data={(['yes', 'no'] as const).map((value) => ({ value, label: t(`ui:${value}`) }))}
            {...form.field('iv_trusted')}
            maxLength={undefined}
          />
        ) : null}
        <Textarea
          label={t('rating.feedback')}
          description={t('rating.feedbackHint', { max: FEEDBACK_MAX })}
          autosize
          minRows={3}
          maxRows={8}
          {...form.field('iv_feedback')}
          maxLength={FEEDBACK_MAX}
        />
        <SubmitButton progress={form.progress}>{t('rating.submit')}</SubmitButton>
      </Stack>
    </form>
  );
}

/** The rating form. With a good rating, accounts can also trust the provider. */
function useRating(booking: BookingData) {
  const { isAuthenticated, email } = useSession();
  const linkToken = useLinkToken();
  const [rate] = useCreateAppointmentRatingMutation();
  const trust = useGetTrustStatusQuery(booking.provider_id, { skip: !isAuthenticated });
  const trustable = isAuthenticated && trust.currentData?.data.trust_status === false;
  const mayTrust = (rating: string): boolean => trustable && Number(rating) >= TRUSTED_FROM;
  const showAsTrusted = useShowAsTrusted();
  const form = useCallForm({
    call: 'create_appointment_rating',
    initial: { iv_rating: '', iv_trusted: 'no', iv_feedback: '' },
    send: ({ iv_rating, iv_trusted, iv_feedback }) =>
      rate({
        ratingRequest: {
          iv_order_id: booking.order_id,
          iv_provider_id: booking.provider_id,
          iv_email: isAuthenticated ? email : booking.guest_email,
          iv_rating,
          iv_feedback,
          iv_trusted: mayTrust(iv_rating) && iv_trusted === 'yes' ? 'yes' : 'no',
        },
        ...linkToken,
      }).unwrap(),
    onDone: (_answer, { iv_rating, iv_trusted }) => {
      if (mayTrust(iv_rating) && iv_trusted === 'yes') showAsTrusted(booking.provider_id);
    },
  });
  return { form, mayTrust };
}

/** The provider asks the client for a rating. */
export function RequestRatingForm({ booking }: { booking: BookingData }) {
  const { t } = useTranslation('schedule');
  const [ask] = useCreateAppointmentRequestRatingMutation();
  const form = useCallForm({
    call: 'create_appointment_request_rating',
    initial: { iv_feedback: t('rating.defaultRequest') as string },
    send: ({ iv_feedback }) =>
      ask({
        iv_user_category: booking.user_category,
        iv_owner_id: booking.owner_id,
        iv_order_id: booking.order_id,
        iv_email: booking.email || booking.guest_email,
        iv_name: booking.name || booking.guest_name,
        iv_feedback,
      }).unwrap(),
  });
  if (form.progress === 'complete') return <RatingSent>{t('rating.requested')}</RatingSent>;
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="sm" mt="lg">
        <Textarea label={t('rating.plea')} autosize minRows={3} maxRows={8} {...form.field('iv_feedback')} />
        <SubmitButton progress={form.progress}>{t('rating.send')}</SubmitButton>
      </Stack>
    </form>
  );
}

function RatingSent({ children }: { children: string }) {
  return (
    <div role="status" ref={scrollIntoView}>
      <EmptyState icon={IconStar}>{children}</EmptyState>
    </div>
  );
}
