import { Button, Group, Select, Skeleton, Stack, TextInput } from '@mantine/core';
import type { PlaceData } from '@/api';
import { FormProblem, SubmitButton, useCallForm, useReference, type Reference } from '@/forms';
import { countryLabel, countryValue, sortByLabel } from '@/forms/places';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useGetAccountProfileQuery, useUpdatePlaceMutation } from '../../api';

interface PlaceFormProps {
  /** null for a new place. */
  place: PlaceData | null;
  onDone: () => void;
}

/** Name and address of one of a provider's places. A new one begins in the city of the profile. */
export function PlaceForm(props: PlaceFormProps) {
  const reference = useReference();
  const profile = useGetAccountProfileQuery().currentData?.data.account_data;
  if (!reference || !profile) return <Skeleton height={320} />;
  return <PlaceFields {...props} reference={reference} city={profile.city} country={profile.country} />;
}

function PlaceFields({
  place,
  onDone,
  reference,
  city,
  country,
}: PlaceFormProps & { reference: Reference; city: string; country: string }) {
  const { t, i18n } = useTranslation(['venues', 'ui']);
  const [save] = useUpdatePlaceMutation();
  const form = useCallForm({
    call: 'update_place',
    initial: {
      iv_name: place?.name ?? '',
      iv_street: place?.street ?? '',
      iv_postcode: place?.postcode ?? '',
      iv_city: place?.city ?? city,
      iv_country: place?.country ?? country,
      iv_note: place?.note ?? '',
    },
    send: (fields) => save({ iv_place_id: place?.place_id ?? 'none', ...fields }).unwrap(),
    onDone: () => {
      toast.done(t('places.saved'));
      onDone();
    },
  });
  const countries = reference.countries.map((one) => ({ value: countryValue(one), label: countryLabel(one, i18n.language) }));
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <TextInput label={t('places.name')} data-autofocus {...form.field('iv_name')} />
        <TextInput label={t('places.street')} autoComplete="street-address" {...form.field('iv_street')} />
        <Group grow align="start">
          <TextInput label={t('places.postcode')} autoComplete="postal-code" {...form.field('iv_postcode')} />
          <TextInput label={t('places.city')} autoComplete="address-level2" {...form.field('iv_city')} />
        </Group>
        <Select label={t('places.country')} searchable data={sortByLabel(countries, i18n.language)} {...form.field('iv_country')} />
        <TextInput label={t('places.note')} {...form.field('iv_note')} />
        <FormProblem>{form.problem}</FormProblem>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('ui:back')}
          </Button>
          <SubmitButton progress={form.progress}>{t('places.save')}</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
