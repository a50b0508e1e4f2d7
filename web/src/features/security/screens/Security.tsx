import { useEffect, useState } from 'react';
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconDownload, IconFingerprint, IconKey } from '@tabler/icons-react';
import { asFailure } from '@/api';
import { Trans, useTranslation } from '@/i18n/use-translation';
import { systemName } from '@/platform/system-name';
import { Page, QueryStates, Sheet, TimeAgo, toast, useBigScreen } from '@/ui';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Tile, TileList, TileListSkeleton } from '@/ui/TileList';
import { FormProblem } from '@/forms';
import {
  type ListedPasskey,
  type SecondFactors,
  useAddPasskeyMutation,
  useBeginAuthenticatorAppMutation,
  useBeginPasskeyMutation,
  useConfirmAuthenticatorAppMutation,
  useGetSecondFactorsQuery,
  useLazyCheckActiveLoginQuery,
  useRemoveAuthenticatorAppMutation,
  useRemovePasskeyMutation,
  useRenewRecoveryCodesMutation,
} from '../api';
import { hasPasskeys, makePasskey, NoPasskey } from '../passkeys';
import classes from './Security.module.css';
import { FactorForm } from '../components/FactorForm';

/** /security: what signing in asks besides the password (product.md 1.14 and 1.15). */
export default function Security() {
  const { t } = useTranslation('security');
  const query = useGetSecondFactorsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [check] = useLazyCheckActiveLoginQuery();
  const added = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes);
    // The next token says that two factors have shown whose login this is: the staff need it.
    if (recoveryCodes.length > 0) void check({});
  };
  return (
    <Page title={t('title')} lead={t('lead')}>
      <QueryStates query={query} skeleton={<TileListSkeleton rows={2} />}>
        {({ data: factors }) => (
          <Stack>
            {factors.required && !factors.authenticator_app && factors.passkeys.length === 0 ? (
              <Alert color="accent">{t('required')}</Alert>
            ) : null}
            <TileList>
              <li>
                <AppTile factors={factors} onAdded={added} />
              </li>
              {factors.passkeys.map((passkey) => (
                <li key={passkey.passkey_id}>
                  <PasskeyTile passkey={passkey} />
                </li>
              ))}
              {factors.authenticator_app || factors.passkeys.length > 0 ? (
                <li>
                  <CodesTile left={factors.recovery_codes_left} onRenewed={setCodes} />
                </li>
              ) : null}
            </TileList>
            <Group>
              <AddPasskey taken={factors.passkeys.map(({ name }) => name)} onAdded={added} />
            </Group>
          </Stack>
        )}
      </QueryStates>
      {codes.length > 0 ? <RecoveryCodes codes={codes} onClose={() => setCodes([])} /> : null}
    </Page>
  );
}

/** Says how a call ended. */
const telling = (call: Promise<{ message: { main_msg: string } }>) =>
  call.then(({ message }) => toast.done(message.main_msg)).catch((error: unknown) => toast.failed(asFailure(error).main_msg));

interface Adding {
  onAdded: (recoveryCodes: readonly string[]) => void;
}

function AppTile({ factors, onAdded }: { factors: SecondFactors } & Adding) {
  const { t } = useTranslation('security');
  const [opened, setOpened] = useState(false);
  const [remove, { isLoading }] = useRemoveAuthenticatorAppMutation();
  const isSetUp = factors.authenticator_app;
  return (
    <Tile label={t('app')}>
      <IconDeviceMobile size={24} className={classes.icon} aria-hidden />
      <div className={classes.what}>
        <strong>{t('app')}</strong>
        <small>{isSetUp ? t('appOn') : factors.authenticator_app_available ? t('appOff') : t('appMissing')}</small>
      </div>
      {isSetUp ? (
        <RemoveButton name={t('app')} waits={isLoading} remove={() => telling(remove().unwrap())} />
      ) : factors.authenticator_app_available ? (
        <Button onClick={() => setOpened(true)}>{t('setUp')}</Button>
      ) : null}
      {opened ? (
        <SetUpApp
          onClose={() => setOpened(false)}
          onDone={(codes) => {
            setOpened(false);
            onAdded(codes);
          }}
        />
      ) : null}
    </Tile>
  );
}

/** Removes a factor once it is said what that means. */
function RemoveButton({ name, waits, remove }: { name: string; waits: boolean; remove: () => Promise<unknown> }) {
  const { t } = useTranslation('security');
  const [asking, setAsking] = useState(false);
  const label = t('removeWhich', { name });
  return (
    <>
      <Button variant="default" aria-label={label} onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={label}
          action={t('remove')}
          waits={waits}
          onConfirm={() => void remove().then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          {t('removeSure')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function PasskeyTile({ passkey }: { passkey: ListedPasskey }) {
  const { t } = useTranslation('security');
  const [remove, { isLoading }] = useRemovePasskeyMutation();
  return (
    <Tile label={t('passkeyNamed', { name: passkey.name })}>
      <IconFingerprint size={24} className={classes.icon} aria-hidden />
      <div className={classes.what}>
        <strong>{t('passkeyNamed', { name: passkey.name })}</strong>
        <small>
          <Trans
            t={t}
            i18nKey={passkey.last_used_at ? 'lastUsed' : 'addedAt'}
            components={{ ago: <TimeAgo instant={passkey.last_used_at ?? passkey.created_at} /> }}
          />
        </small>
      </div>
      <RemoveButton
        name={t('passkeyNamed', { name: passkey.name })}
        waits={isLoading}
        remove={() => telling(remove({ iv_passkey_id: passkey.passkey_id }).unwrap())}
      />
    </Tile>
  );
}

function CodesTile({ left, onRenewed }: { left: number; onRenewed: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('security');
  const [renew, { isLoading }] = useRenewRecoveryCodesMutation();
  const fetch = () =>
    renew()
      .unwrap()
      .then(({ data }) => onRenewed(data.recovery_codes))
      .catch((error: unknown) => toast.failed(asFailure(error).main_msg));
  return (
    <Tile label={t('codes')}>
      <IconKey size={24} className={classes.icon} aria-hidden />
      <div className={classes.what}>
        <strong>{t('codes')}</strong>
        <small>{t('codesLeft', { number: left })}</small>
      </div>
      <Button variant="default" loading={isLoading} onClick={() => void fetch()}>
        {t('renew')}
      </Button>
    </Tile>
  );
}

/** The name, with a number where another passkey has it. */
function unlike(name: string, taken: readonly string[]): string {
  let unique = name;
  for (let nth = 2; taken.includes(unique); nth += 1) unique = `${name} ${nth}`;
  return unique;
}

function AddPasskey({ taken, onAdded }: Adding & { taken: readonly string[] }) {
  const { t } = useTranslation('security');
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [waits, setWaits] = useState(false);
  if (!hasPasskeys()) return <small>{t('passkeysMissing')}</small>;
  const make = async () => {
    setWaits(true);
    try {
      const { data } = await begin().unwrap();
      const iv_passkey = (await makePasskey(data.options)) as Record<string, never>;
      const { data: made, message } = await add({ iv_passkey, iv_name: unlike(systemName() || t('passkey'), taken) }).unwrap();
      toast.done(message.main_msg);
      onAdded(made.recovery_codes);
    } catch (error) {
      toast.failed(error instanceof NoPasskey ? t('noPasskey') : asFailure(error).main_msg);
    } finally {
      setWaits(false);
    }
  };
  return (
    <Button variant="light" leftSection={<IconFingerprint size={18} aria-hidden />} loading={waits} onClick={() => void make()}>
      {t('addPasskey')}
    </Button>
  );
}

/** New recovery codes: they are shown this once. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
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

interface SetUpAppProps {
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Setting an authenticator app up: the QR code, its key as text, and the first code. */
function SetUpApp({ onDone, onClose }: SetUpAppProps) {
  const { t } = useTranslation('security');
  const [begin, { data: begun, error }] = useBeginAuthenticatorAppMutation();
  const big = useBigScreen();
  const [confirm] = useConfirmAuthenticatorAppMutation();
  useEffect(() => {
    void begin();
  }, [begin]);
  const app = begun?.data;
  return (
    <Sheet opened onClose={onClose} title={t('setUpApp')}>
      <Stack>
        <Text>{t('setUpLead')}</Text>
        {error ? <FormProblem>{asFailure(error).main_msg}</FormProblem> : null}
        {app ? (
          <>
            <img className={classes.qr} src={app.qr_code} alt={t('qrCode')} />
            <Text size="sm">
              {t('key')} <code className={classes.key}>{app.secret}</code>
            </Text>
            {big ? null : (
              <Button component="a" href={app.uri} variant="default">
                {t('openApp')}
              </Button>
            )}
            <FactorForm
              methods={['authenticator_app']}
              passkeyOptions={null}
              action={t('setUp')}
              send={async ({ iv_code = '' }) => onDone((await confirm({ iv_code }).unwrap()).data.recovery_codes)}
            />
          </>
        ) : error ? null : (
          <Skeleton height={220} radius="lg" />
        )}
      </Stack>
    </Sheet>
  );
}
