import { useState } from 'react';
import { Skeleton, Stack, TextInput } from '@mantine/core';
import type { VenueSettings } from '@/api';
import { EntryField, FormProblem, SubmitButton, uniqueEntries, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import type { Point } from '@/platform/location';
import { QueryStates, toast } from '@/ui';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { useGetVenueSettingsQuery, useUpdateTravelAreaMutation } from '../../api';
import { Locate } from './Locate';

/** Where a provider goes to clients (product.md 3.14). */
export function TravelArea() {
  const { t } = useTranslation('venues');
  const query = useGetVenueSettingsQuery();
  return (
    <SettingsPanel title={t('visits.title')} lead={t('visits.lead')}>
      <QueryStates query={query} skeleton={<Skeleton height={160} />}>
        {({ data: { venue_settings: known } }) => (
          <AreaForm key={`${known.area_postcodes.join()} ${known.area_radius} ${known.area_latitude}`} known={known} />
        )}
      </QueryStates>
    </SettingsPanel>
  );
}

function AreaForm({ known }: { known: VenueSettings }) {
  const { t } = useTranslation('venues');
  const [update] = useUpdateTravelAreaMutation();
  const [typed, setTyped] = useState('');
  const [point, setPoint] = useState<Point | null>(
    known.area_latitude === null || known.area_longitude === null
      ? null
      : { latitude: known.area_latitude, longitude: known.area_longitude },
  );
  const form = useCallForm({
    call: 'update_travel_area',
    initial: { iv_area_postcodes: known.area_postcodes, iv_area_radius: known.area_radius === null ? '' : String(known.area_radius) },
    prepare: (fields) => ({ ...fields, iv_area_postcodes: uniqueEntries([...fields.iv_area_postcodes, typed]) }),
    send: (fields) =>
      update({ ...fields, iv_area_latitude: point?.latitude ?? null, iv_area_longitude: point?.longitude ?? null }).unwrap(),
    onDone: () => toast.done(t('visits.saved')),
  });
  const { error, disabled } = form.field('iv_area_postcodes');
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <EntryField
          label={t('visits.postcodes')}
          description={t('visits.postcodesHint')}
          error={error}
          disabled={disabled}
          shape="chips"
          entries={form.form.values.iv_area_postcodes}
          typed={typed}
          onChange={(entries) => form.form.setFieldValue('iv_area_postcodes', uniqueEntries(entries))}
          onTyped={setTyped}
        />
        <TextInput label={t('visits.radius')} description={t('visits.radiusHint')} inputMode="numeric" {...form.field('iv_area_radius')} />
        <Locate isKnown={point !== null} onPoint={setPoint} />
        <FormProblem>{form.problem}</FormProblem>
        <SubmitButton progress={form.progress}>{t('visits.save')}</SubmitButton>
      </Stack>
    </form>
  );
}
