import { Select, SimpleGrid, Skeleton, Stack, Textarea, TextInput, type SelectProps } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { sessionChanged, useSession, type ProfileInfoRequest } from '@/api';
import { FormProblem, limitsOf, SubmitButton, useCallForm, useReference, type Reference } from '@/forms';
import { countryLabel, countryValue, currencyValue, guessCountry, regionsOf, sortByLabel, suggestedCurrency } from '@/forms/places';
import { useTranslation } from '@/i18n/use-translation';
import { deviceData, deviceTimezone } from '@/platform/device';
import { LeaveGuard } from '@/ui/LeaveGuard';
import { useUpdateProfileInfoMutation } from '../api';
import { deleteDraft, readDraft, useDraftAutosave } from '../draft';

const AUDIENCES = ['everybody', 'booked', 'nobody'] as const;

/** Who sees the telephone number or the street: everybody, people with an accepted booking, or nobody (product.md 3.6). */
function ContactAudienceField(props: Omit<SelectProps, 'data'>) {
  const { t } = useTranslation('onboarding');
  return <Select data={AUDIENCES.map((value) => ({ value, label: t(`shownTo.${value}`) }))} {...props} />;
}

export interface ProfileInfo extends Record<string, string> {
  iv_name: string;
  iv_category: string;
  iv_expertise: string;
  iv_contact_phone: string;
  /** '' keeps what was chosen. */
  iv_phone_shown_to: string;
  iv_street_shown_to: string;
  iv_country: string;
  iv_city: string;
  iv_currency: string;
  iv_location_address: string;
  iv_delivery_mode: string;
  iv_bio: string;
}

const empty: ProfileInfo = {
  iv_name: '',
  iv_category: '',
  iv_expertise: '',
  iv_contact_phone: '',
  iv_phone_shown_to: '',
  iv_street_shown_to: '',
  iv_country: '',
  iv_city: '',
  iv_currency: '',
  iv_location_address: '',
  iv_delivery_mode: '',
  iv_bio: '',
};

/** Initial values that can be guessed without asking. */
function guessedValues(reference: Reference, { name, phone }: { name: string; phone: string }): ProfileInfo {
  // eslint-disable-next-line no-restricted-properties -- the guess passes over tags that are none.
  const country = guessCountry(reference, { timezone: deviceTimezone(), languages: navigator.languages });
  return {
    ...empty,
    iv_name: name,
    iv_contact_phone: /^\d{6,16}$/.test(phone) ? phone : '',
    iv_country: country,
    iv_currency: country ? suggestedCurrency(reference, country) : '',
  };
}

interface ProfileInfoFormProps {
  /** Known values. Without them the form starts from an earlier draft, or from guesses. */
  initial?: ProfileInfo;
  submitLabel: string;
  /** Receives the saved values. */
  onDone: (saved: ProfileInfo) => void;
}

/** The provider's profile form (product.md 3.1), in onboarding and in the settings dialog. */
export function ProfileInfoForm(props: ProfileInfoFormProps) {
  const reference = useReference();
  return reference ? <ProfileFields {...props} reference={reference} /> : <Skeleton height={640} />;
}

function useProfileInfoForm({ initial, onDone, reference }: ProfileInfoFormProps & { reference: Reference }) {
  const dispatch = useDispatch();
  const session = useSession();
  const { ownerId } = session;
  const [updateProfileInfo] = useUpdateProfileInfoMutation();
  const form = useCallForm({
    call: 'update_profile_info',
    initial: initial ?? readDraft('profile', ownerId, guessedValues(reference, session)),
    eager: true,
    send: (values) =>
      // The device's zone travels in its data and counts the first time only: a provider on a journey keeps their zone.
      updateProfileInfo({ ...(values as ProfileInfoRequest), iv_device_data: deviceData() }).unwrap(),
    onDone: ({ data }, saved) => {
      deleteDraft('profile', ownerId);
      dispatch(sessionChanged(data.session_data ?? data.session_changes));
      onDone(saved);
    },
  });
  useDraftAutosave('profile', initial ? null : ownerId, form.form.values);
  return form;
}

type InfoForm = ReturnType<typeof useProfileInfoForm>;

function ProfileFields(props: ProfileInfoFormProps & { reference: Reference }) {
  const { t } = useTranslation(['onboarding', 'ui']);
  const { reference, submitLabel } = props;
  const form = useProfileInfoForm(props);
  const shared = useSearchableSelect();
  const { max } = limitsOf('update_profile_info', 'iv_bio');
  return (
    <form {...form.formProps}>
      {/* Without known values a draft keeps what is typed. */}
      <LeaveGuard isDirty={() => props.initial !== undefined && form.isDirty()} />
      <FormProblem>{form.problem}</FormProblem>
      <Stack>
        <TextInput label={t('displayName')} description={t('displayNameHint')} autoComplete="name" {...form.field('iv_name')} />
        <Select
          label={t('industry')}
          {...shared}
          data={reference.categories.map(({ value, label }) => ({ value, label: t(`ui:category.${value}` as 'ui:category.legal', label) }))}
          {...form.field('iv_category')}
        />
        <TextInput label={t('expertise')} description={t('expertiseHint')} {...form.field('iv_expertise')} />
        <TextInput
          label={t('phone')}
          description={t('phoneHint')}
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          {...form.field('iv_contact_phone')}
        />
        {props.initial ? <ContactAudienceField label={t('phoneShownTo')} {...form.field('iv_phone_shown_to')} /> : null}
        <PlaceFields form={form} reference={reference} />
        <CurrencyField form={form} reference={reference} />
        <TextInput label={t('address_')} autoComplete="street-address" {...form.field('iv_location_address')} />
        {props.initial ? <ContactAudienceField label={t('streetShownTo')} {...form.field('iv_street_shown_to')} /> : null}
        <Select
          label={t('mode')}
          placeholder={t('pick')}
          data={reference.delivery_modes.map(({ value, label }) => ({
            value,
            label: t(`ui:deliveryMode.${value}` as 'ui:deliveryMode.remote', label),
          }))}
          {...form.field('iv_delivery_mode')}
        />
        <Textarea
          label={t('bio')}
          rows={8}
          description={`${Array.from(form.form.values.iv_bio).length} / ${max ?? ''}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.field('iv_bio')}
        />
        <SubmitButton progress={form.progress}>{submitLabel}</SubmitButton>
      </Stack>
    </form>
  );
}

interface PartProps {
  form: InfoForm;
  reference: Reference;
}

/** The country, then the city: chosen from the country's list, or typed where there is none. */
function PlaceFields({ form, reference }: PartProps) {
  const { t, i18n } = useTranslation('onboarding');
  const shared = useSearchableSelect();
  const { iv_country: chosen } = form.form.values;
  const regions = chosen ? regionsOf(reference, chosen) : [];
  const named = reference.countries.map((country) => ({ value: countryValue(country), label: countryLabel(country, i18n.language) }));
  const pick = (country: string | null) => {
    form.form.setFieldValue('iv_country', country ?? '');
    form.form.setFieldValue('iv_city', '');
    if (country) form.form.setFieldValue('iv_currency', suggestedCurrency(reference, country));
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: chosen ? 2 : 1 }}>
      <Select label={t('country')} {...shared} data={sortByLabel(named, i18n.language)} {...form.field('iv_country')} onChange={pick} />
      {chosen && regions.length ? (
        <Select label={t('city')} {...shared} data={regions} {...form.field('iv_city')} />
      ) : chosen ? (
        <TextInput label={t('city')} {...form.field('iv_city')} />
      ) : null}
    </SimpleGrid>
  );
}

/** All countries with their currency. */
function CurrencyField({ form, reference }: PartProps) {
  const { t, i18n } = useTranslation('onboarding');
  const shared = useSearchableSelect();
  const paying = reference.countries.filter(({ currencyCode }) => currencyCode);
  return (
    <Select
      label={t('currency')}
      {...shared}
      data={paying.map((country) => ({
        value: currencyValue(country),
        label: `${countryLabel(country, i18n.language)} (${country.currencyCode})`,
      }))}
      {...form.field('iv_currency')}
    />
  );
}

/** Shared props of the long lists: searchable. */
function useSearchableSelect() {
  const { t } = useTranslation('onboarding');
  return { searchable: true, nothingFoundMessage: t('nothing'), placeholder: t('pick') } as const;
}
