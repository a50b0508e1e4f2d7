import { Chip, Group, Input } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { useGetVenueSettingsQuery } from '../api';
import type { ServiceFormState } from './ServiceForm';

/** The places at which a service is offered in person; asked for where there are several (product.md 3.12). */
export function ServicePlaces({ form }: { form: ServiceFormState }) {
  const { t } = useTranslation('venues');
  const places = useGetVenueSettingsQuery().currentData?.data.venue_settings.places.filter(({ archived }) => !archived) ?? [];
  const { value, error, disabled } = form.field('iv_place_ids');
  if (places.length < 2 || form.form.values.iv_delivery_mode === 'remote') return null;
  return (
    <Input.Wrapper label={t('places.at')} labelElement="div" description={t('places.atHint')} error={error}>
      <Chip.Group multiple value={value as string[]} onChange={(ids) => form.form.setFieldValue('iv_place_ids', ids)}>
        <Group gap="2xs" mt="2xs" role="group" aria-label={t('places.at')}>
          {places.map(({ place_id, name }) => (
            <Chip key={place_id} value={place_id} disabled={disabled} size="sm">
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
