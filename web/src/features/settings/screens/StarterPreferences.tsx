import { useState } from 'react';
import { Anchor, Button, Center, Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { asFailure, sessionChanged, useSession, useUpdateStarterPreferencesMutation } from '@/api';
import { paths } from '@/app/paths';
import { useReference } from '@/forms';
import { FocusPage, toast } from '@/ui';

/** 'all' stands for no preference (spec 1, section 3). */
const everything = 'all';

export default function StarterPreferences() {
  const { t } = useTranslation(['settings', 'ui']);
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const session = useSession();
  const reference = useReference();
  const [picked, setPicked] = useState(session.fav_category.filter((one) => one !== everything));
  const [update, { isLoading }] = useUpdateStarterPreferencesMutation();
  const save = async () => {
    try {
      const iv_fav_category = JSON.stringify(picked.length ? picked : [everything]);
      const { data } = await update({ iv_fav_category, iv_fav_services: session.fav_services }).unwrap();
      dispatch(sessionChanged(data.session_data));
      void navigate(paths.feed);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
    }
  };
  return (
    <FocusPage title={t('starterTitle')} lead={t('starterLead')}>
      <Chip.Group multiple value={picked} onChange={setPicked}>
        <Group gap="xs" mb="xl" mih={260} align="start" style={{ alignContent: 'start' }}>
          {(reference?.categories ?? []).map(({ value, label }) => (
            <Chip key={value} value={value} size="md">
              {t(`ui:category.${value}` as 'ui:category.legal', label)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
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
