import { NativeSelect, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { asFailure, type UpdateLanguageRequest } from '@/api';
import { chooseLanguage, currentLanguage, languages, type Language } from '@/i18n';
import { useTranslation } from '@/i18n/use-translation';
import { deviceData } from '@/platform/device';
import { toast } from '@/ui';
import { useUpdateLanguageMutation } from '../api';

/** Changes the language of this device and of the account's mails and alerts. */
function useLanguageChoice() {
  const [update] = useUpdateLanguageMutation();
  return (language: Language) => {
    void chooseLanguage(language);
    update({ iv_language: languages[language].name as UpdateLanguageRequest['iv_language'], iv_device_data: deviceData(language) })
      .unwrap()
      .catch((error: unknown) => {
        const failure = asFailure(error);
        if (failure.kind !== 'unavailable') toast.failed(failure.main_msg);
      });
  };
}

/** Language and colour scheme of this device. */
export function AppearanceSettings() {
  const { t } = useTranslation('settings');
  const choose = useLanguageChoice();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack p="lg" gap="lg">
      <NativeSelect
        label={t('language')}
        description={t('languageText')}
        value={currentLanguage()}
        onChange={(event) => choose(event.currentTarget.value as Language)}
        data={Object.entries(languages).map(([value, { own_name: label }]) => ({ value, label }))}
      />
      <div>
        <Text fw={500} mb="xs" id="appearance">
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
