import { useState } from 'react';
import { Anchor, Button, Center, Chip, Group } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { asFailure, sessionChanged, useSession } from '@/api';
import { EntryField, uniqueEntries, useReference } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { FocusPage, toast } from '@/ui';
import { useUpdateStarterPreferencesMutation } from '../api';
import classes from './StarterPreferences.module.css';

/** 'all' means no preference (product.md 1.9). */
const allCategories = 'all';

/** The maximum length of a service's name. */
const SERVICE_LENGTH = 150;

/** The selected and typed favourites, starting with the stored ones. */
function useFavourites() {
  const { fav_category, fav_services } = useSession();
  const [picked, setPicked] = useState(fav_category.filter((one) => one !== allCategories));
  const [services, setServices] = useState(fav_services.filter((one) => one !== allCategories));
  const [typed, setTyped] = useState('');
  return {
    picked,
    setPicked,
    services,
    setServices,
    typed,
    setTyped,
    // Text left in the field is added to the list.
    chosenServices: uniqueEntries([...services, typed]),
  };
}

/** Saves the favourites and continues to the feed. */
function useSaveFavourites() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [update, { isLoading }] = useUpdateStarterPreferencesMutation();
  async function save(categories: readonly string[], services: readonly string[]): Promise<void> {
    try {
      const { data } = await update({
        iv_fav_category: JSON.stringify(categories.length ? categories : [allCategories]),
        iv_fav_services: services.length ? [...services] : [allCategories],
      }).unwrap();
      dispatch(sessionChanged(data.session_data));
      void navigate(paths.feed);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
    }
  }
  return { save, isLoading };
}

/** A new user's preferences, with which feed and search start. */
export default function StarterPreferences() {
  const { t } = useTranslation('settings');
  const { picked, setPicked, services, setServices, typed, setTyped, chosenServices } = useFavourites();
  const { save, isLoading } = useSaveFavourites();
  return (
    <FocusPage title={t('starterTitle')} lead={t('starterLead')}>
      <h2 className={classes.part}>{t('favCategories')}</h2>
      <CategoryChoice picked={picked} onPick={setPicked} />
      <div className={classes.field}>
        <EntryField
          shape="chips"
          label={t('favServices')}
          description={t('favServicesHint')}
          maxLength={SERVICE_LENGTH}
          entries={services}
          typed={typed}
          disabled={isLoading}
          onTyped={setTyped}
          onChange={setServices}
        />
      </div>
      <Button size="lg" fullWidth loading={isLoading} onClick={() => void save(picked, chosenServices)}>
        {t('starterSave')}
      </Button>
      <Center mt="lg">
        <Anchor component={Link} to={paths.feed}>
          {t('skip')}
        </Anchor>
      </Center>
    </FocusPage>
  );
}

function CategoryChoice({ picked, onPick }: { picked: string[]; onPick: (picked: string[]) => void }) {
  const { t } = useTranslation('ui');
  const reference = useReference();
  return (
    <Chip.Group multiple value={picked} onChange={onPick}>
      <Group gap="xs" mb="lg" mih={260} align="start" style={{ alignContent: 'start' }}>
        {(reference?.categories ?? []).map(({ value, label }) => (
          <Chip key={value} value={value} size="md">
            {t(`category.${value}` as 'category.legal', label)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
