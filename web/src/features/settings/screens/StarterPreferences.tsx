import { useState } from 'react';
import { Anchor, Button, Center, Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { asFailure, sessionChanged, useSession, useUpdateStarterPreferencesMutation } from '@/api';
import { paths } from '@/app/paths';
import { EntryField, uniqueEntries, useReference } from '@/forms';
import { FocusPage, toast } from '@/ui';
import classes from './StarterPreferences.module.css';

/** 'all' stands for no preference (spec 1, section 3). */
const everything = 'all';

/** The longest name of a service that is taken. */
const SERVICE_LENGTH = 150;

export default function StarterPreferences() {
  const { t } = useTranslation(['settings', 'ui']);
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const session = useSession();
  const reference = useReference();
  const [picked, setPicked] = useState(session.fav_category.filter((one) => one !== everything));
  const [services, setServices] = useState(session.fav_services.filter((one) => one !== everything));
  const [typed, setTyped] = useState('');
  const [update, { isLoading }] = useUpdateStarterPreferencesMutation();
  const save = async () => {
    try {
      // What is still in the input belongs to the list: nothing typed is lost.
      const wanted = uniqueEntries([...services, typed]);
      const { data } = await update({
        iv_fav_category: JSON.stringify(picked.length ? picked : [everything]),
        iv_fav_services: wanted.length ? wanted : [everything],
      }).unwrap();
      dispatch(sessionChanged(data.session_data));
      void navigate(paths.feed);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
    }
  };
  return (
    <FocusPage title={t('starterTitle')} lead={t('starterLead')}>
      <h2 className={classes.part}>{t('favCategories')}</h2>
      <Chip.Group multiple value={picked} onChange={setPicked}>
        <Group gap="xs" mb="lg" mih={260} align="start" style={{ alignContent: 'start' }}>
          {(reference?.categories ?? []).map(({ value, label }) => (
            <Chip key={value} value={value} size="md">
              {t(`ui:category.${value}` as 'ui:category.legal', label)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
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
      <Button size="lg" fullWidth loading={isLoading} onClick={() => void save()}>
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
