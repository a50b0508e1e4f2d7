import { useState } from 'react';
import { ActionIcon, Button, Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconArrowUp, IconPencil, IconPlus } from '@tabler/icons-react';
import { asFailure, type PlaceData } from '@/api';
import { FormProblem, type Reference, SubmitButton, useCallForm, useReference } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, toast } from '@/ui';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { countryLabel, countryValue, sortByLabel } from '@/forms/places';
import {
  useArchivePlaceMutation,
  useGetAccountProfileQuery,
  useGetVenueSettingsQuery,
  useOrderPlacesMutation,
  useUpdatePlaceMutation,
} from '../../api';
import classes from './Venues.module.css';

/** A provider's places: add, edit, order and archive them (product.md 3.12). */
export function Places() {
  const { t } = useTranslation('venues');
  const query = useGetVenueSettingsQuery();
  return (
    <SettingsPanel title={t('places.title')} lead={t('places.lead')}>
      <QueryStates query={query} skeleton={<Skeleton height={60} />}>
        {({ data }) => <PlaceList places={data.venue_settings.places} />}
      </QueryStates>
    </SettingsPanel>
  );
}

function PlaceList({ places }: { places: readonly PlaceData[] }) {
  const { t } = useTranslation('venues');
  const [editing, setEditing] = useState<string | null>(null);
  const active = places.filter(({ archived }) => !archived);
  if (editing) {
    return <PlaceForm place={places.find(({ place_id }) => place_id === editing) ?? null} onDone={() => setEditing(null)} />;
  }
  return (
    <>
      {places.length === 0 ? <Text size="sm">{t('places.none')}</Text> : null}
      <ul className={classes.places}>
        {[...active, ...places.filter(({ archived }) => archived)].map((place) => (
          <PlaceRow
            key={place.place_id}
            place={place}
            order={active.map(({ place_id }) => place_id)}
            onEdit={() => setEditing(place.place_id)}
          />
        ))}
      </ul>
      <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('none')}>
        {t('places.add')}
      </Button>
    </>
  );
}

interface PlaceRowProps {
  place: PlaceData;
  /** The ids of the places that are not archived. */
  order: readonly string[];
  onEdit: () => void;
}

function PlaceRow({ place, order, onEdit }: PlaceRowProps) {
  const { t } = useTranslation('venues');
  const { place_id, name, street, postcode, city, archived } = place;
  const [archive, archiving] = useArchivePlaceMutation();
  const [reorder, ordering] = useOrderPlacesMutation();
  const error = archiving.error ?? ordering.error;
  const index = order.indexOf(place_id);
  const moveUp = () => {
    const ids = order.toSpliced(index, 1).toSpliced(index - 1, 0, place_id);
    reorder({ iv_place_ids: ids })
      .unwrap()
      .catch(() => undefined);
  };
  return (
    <li data-archived={archived || undefined}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <div className={classes.place}>
          <bdi>{name}</bdi>
          <small>{archived ? t('places.archived') : <bdi>{`${street}, ${postcode} ${city}`}</bdi>}</small>
        </div>
        <Group gap="2xs" wrap="nowrap">
          {index > 0 ? (
            <ActionIcon variant="subtle" size="lg" aria-label={t('places.up', { name })} loading={ordering.isLoading} onClick={moveUp}>
              <IconArrowUp size={18} aria-hidden />
            </ActionIcon>
          ) : null}
          <ActionIcon variant="subtle" size="lg" aria-label={t('places.edit', { name })} onClick={onEdit}>
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t(archived ? 'places.restore' : 'places.archive', { name })}
            loading={archiving.isLoading}
            onClick={() => void archive({ iv_place_id: place_id, iv_archived: archived ? 'no' : 'yes' })}
          >
            {archived ? <IconArchiveOff size={18} aria-hidden /> : <IconArchive size={18} aria-hidden />}
          </ActionIcon>
        </Group>
      </Group>
      <FormProblem>{error ? asFailure(error).main_msg : null}</FormProblem>
    </li>
  );
}

interface PlaceFormProps {
  /** null for a new place. */
  place: PlaceData | null;
  onDone: () => void;
}

/** Name and address of one of a provider's places. A new one begins in the city of the profile. */
function PlaceForm(props: PlaceFormProps) {
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
