import { useState, type FormEvent } from 'react';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { chooseServer, originOf } from '@/platform/chosen-server';
import { builtServer, serverOrigin } from '@/platform/server';
import { paths } from '@/routing';
import { Page } from '@/ui';

/** Starts the app anew, so that nothing of the other server is left in memory. */
const restart = () => window.location.assign(paths.start);

/** Lets a developer use another server. A session belongs to its server, so each server has its own. */
export default function Developer() {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState(serverOrigin());
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (origin: string | null) => {
    await chooseServer(origin);
    restart();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const origin = originOf(typed);
    if (origin) void change(origin);
    else setProblem(t('developer.notServer'));
  };
  return (
    <Page title={t('developer.title')} lead={t('developer.lead')}>
      <form onSubmit={submit} noValidate>
        <Stack maw={480}>
          <TextInput
            label={t('developer.server')}
            type="url"
            inputMode="url"
            dir="ltr"
            value={typed}
            error={problem}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setProblem(null);
            }}
          />
          <Button type="submit">{t('developer.use')}</Button>
          {builtServer() ? (
            <Text size="sm" c="dimmed">
              {t('developer.built', { server: builtServer() })}
            </Text>
          ) : null}
          <Button variant="default" onClick={() => void change(null)}>
            {t('developer.reset')}
          </Button>
        </Stack>
      </form>
    </Page>
  );
}
