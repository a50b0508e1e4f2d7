import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet } from '@/ui';
import classes from './RecoveryCodes.module.css';

/** New recovery codes: they are shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('security');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(codes.join('\n'))}`;
  return (
    <Sheet opened onClose={onClose} title={t('codesTitle')}>
      <Stack>
        <Text>{t('codesLead')}</Text>
        <ul className={classes.codes} dir="ltr">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Group>
          <Button
            component="a"
            href={file}
            download="openhours-recovery-codes.txt"
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t('save')}
          </Button>
          <Button onClick={onClose}>{t('kept')}</Button>
        </Group>
      </Stack>
    </Sheet>
  );
}
