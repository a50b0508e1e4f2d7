import { useEffect } from 'react';
import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { asFailure, guestAdmitted } from '@/api';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { deviceData } from '@/platform/device';
import { paths } from '@/routing';
import { toast } from '@/ui';
import { useVerifyGuestCredentialsMutation } from '../api';
import { isAnswered } from '../answer-problems';
import type { Booking } from '../hooks/use-booking';
import type { GuestCredentials } from '../order-request';
import classes from './BookingPanel.module.css';

/** Asks a guest for name and address, then for the mailed code. Nothing chosen so far is lost. */
export function GuestCredentials({ booking }: { booking: Booking }) {
  return booking.flow.guestPhase === 'verify_credentials' ? <VerifyCredentials booking={booking} /> : <FinalizeBooking booking={booking} />;
}

/** Mails a code to the guest; later calls act as that guest. */
function useCodeMail() {
  const dispatch = useDispatch();
  const [verify, { isLoading }] = useVerifyGuestCredentialsMutation();
  async function mailCode({ name, email }: GuestCredentials) {
    const answer = await verify({ iv_name: name, iv_email: email, iv_device_data: deviceData() }).unwrap();
    dispatch(guestAdmitted(answer.data.access_token));
    return answer;
  }
  return { mailCode, isLoading };
}

type FormProps = ReturnType<typeof useCallForm>['formProps'];

/** The form sends nothing while an answer above it is missing: no code is mailed for a request that would be refused. */
const withAnswers = (booking: Booking, props: FormProps): FormProps => ({
  ...props,
  onSubmit: (event) => {
    if (isAnswered(booking)) props.onSubmit(event);
    else event.preventDefault();
  },
});

function VerifyCredentials({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const { mailCode } = useCodeMail();
  const form = useCallForm({
    call: 'verify_guest_credentials',
    initial: { iv_name: booking.guest.name, iv_email: booking.guest.email },
    send: ({ iv_name, iv_email }) => mailCode({ name: iv_name, email: iv_email }),
    onDone: (_answer, { iv_name, iv_email }) => {
      booking.setFailure(null);
      booking.setGuest({ name: iv_name.trim(), email: iv_email.trim() });
      booking.step({ type: 'credentials_verified' });
    },
  });
  const { iv_name: name, iv_email: email } = form.form.values;
  const { setGuest } = booking;
  // The typed name and address are saved with the draft.
  useEffect(() => setGuest({ name, email }), [name, email, setGuest]);
  return (
    <form {...withAnswers(booking, form.formProps)}>
      <h3 className={classes.label}>{t('guestTitle')}</h3>
      <FormProblem>{form.problem}</FormProblem>
      <Stack gap="sm">
        <TextInput label={t('guestName')} autoComplete="name" {...form.field('iv_name')} />
        <TextInput label={t('guestEmail')} type="email" autoComplete="email" {...form.field('iv_email')} />
        <SubmitButton progress={form.progress}>{t('continueAsGuest')}</SubmitButton>
        <SignInLink />
      </Stack>
    </form>
  );
}

/** Links to sign-in, which returns to this booking: the post's dialog or the page. */
function SignInLink() {
  const { t } = useTranslation('booking');
  const { pathname, search } = useLocation();
  const post = new URLSearchParams(search).get('activeBookingPostId');
  const to = post ? `${paths.signIn}?${new URLSearchParams({ activeBookingPostId: post })}` : paths.signIn;
  return (
    <Anchor component={Link} to={to} state={{ from: `${pathname}${search}` }} ta="center" size="sm">
      {t('signInInstead')}
    </Anchor>
  );
}

function FinalizeBooking({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const form = useCallForm({
    call: 'create_appointment_order',
    initial: { iv_guest_token: booking.code },
    check: ({ iv_guest_token }) => ({ iv_guest_token: iv_guest_token.trim() ? null : t('codeMissing') }),
    send: ({ iv_guest_token }) => booking.send(iv_guest_token),
  });
  const { iv_guest_token: typed } = form.form.values;
  const { setCode } = booking;
  useEffect(() => setCode(typed), [typed, setCode]);
  return (
    <form {...withAnswers(booking, form.formProps)}>
      <p className={classes.sentTo}>{t('codeSent', { email: booking.guest.email })}</p>
      <Stack gap="sm">
        <TextInput
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          classNames={{ input: classes.code }}
          {...form.field('iv_guest_token')}
          maxLength={6}
        />
        <SubmitButton progress={form.progress}>
          {t(booking.outcome === 'booked' ? 'authenticateAndBook' : 'authenticateAndConfirm')}
        </SubmitButton>
        <ResendCode booking={booking} onMailed={() => form.form.setValues({ iv_guest_token: '' })} />
      </Stack>
    </form>
  );
}

/** For guests without a code: change the address, or send the mail again. */
function ResendCode({ booking, onMailed }: { booking: Booking; onMailed: () => void }) {
  const { t } = useTranslation('booking');
  const { mailCode, isLoading } = useCodeMail();
  async function mailAnother(): Promise<void> {
    try {
      await mailCode(booking.guest);
      onMailed();
      toast.done(t('codeAgain'));
    } catch (error) {
      booking.setFailure(asFailure(error));
    }
  }
  return (
    <Group justify="space-between">
      <Button variant="subtle" size="sm" color="gray" onClick={() => booking.step({ type: 'credentials_changed' })}>
        {t('changeCredentials')}
      </Button>
      <Button variant="subtle" size="sm" color="gray" loading={isLoading} onClick={() => void mailAnother()}>
        {t('sendAgain')}
      </Button>
    </Group>
  );
}
