import { NativeSelect, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage, languages, type Language } from '@/i18n';

/** Language and colour scheme of this device. */
export function LookChoices() {
  const { t } = useTranslation('settings');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack p="lg" gap="lg">
      <NativeSelect
        label={t('language')}
        value={currentLanguage()}
        onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      />
      <div>
        <Text fw={500} mb={6} id="appearance">
          {t('appearance')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="appearance"
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
          data={[
            { value: 'auto', label: t('system') },
            { value: 'light', label: t('light') },
            { value: 'dark', label: t('dark') },
          ]}
        />
      </div>
    </Stack>
  );
}
