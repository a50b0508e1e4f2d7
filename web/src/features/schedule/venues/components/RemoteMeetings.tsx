import { Select, Skeleton, Stack, TextInput } from '@mantine/core';
import type { VenueSettings } from '@/api';
import { FormProblem, SubmitButton, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates, toast } from '@/ui';
import { SettingsPanel } from '@/ui/SettingsPanel';
import { useGetVenueSettingsQuery, useUpdateRemoteMeetingsMutation } from '../../api';

/** How the links of a provider's remote sessions come about (product.md 3.12). */
export function RemoteMeetings() {
  const { t } = useTranslation('venues');
  const query = useGetVenueSettingsQuery();
  return (
    <SettingsPanel title={t('remote.title')} lead={t('remote.lead')}>
      <QueryStates query={query} skeleton={<Skeleton height={120} />}>
        {({ data: { venue_settings: known } }) => (
          <RemoteForm key={`${known.remote_kind} ${known.remote_link} ${known.remote_server}`} known={known} />
        )}
      </QueryStates>
    </SettingsPanel>
  );
}

const KINDS = ['', 'link', 'template', 'room'] as const;

function RemoteForm({ known }: { known: VenueSettings }) {
  const { t } = useTranslation('venues');
  const [update] = useUpdateRemoteMeetingsMutation();
  const form = useCallForm({
    call: 'update_remote_meetings',
    initial: { iv_remote_kind: known.remote_kind, iv_remote_link: known.remote_link, iv_remote_server: known.remote_server },
    send: (fields) => update(fields).unwrap(),
    onDone: () => toast.done(t('remote.saved')),
  });
  const kind = form.form.values.iv_remote_kind;
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <Select
          label={t('remote.kind')}
          data={KINDS.map((value) => ({ value, label: t(`remote.kinds.${value || 'none'}`) }))}
          {...form.field('iv_remote_kind')}
        />
        {kind === 'link' || kind === 'template' ? (
          <TextInput
            label={kind === 'link' ? t('remote.link') : t('remote.template')}
            type="url"
            inputMode="url"
            placeholder={kind === 'link' ? 'https://' : 'https://meet.example.org/{order}'}
            dir="ltr"
            {...form.field('iv_remote_link')}
          />
        ) : null}
        {kind === 'room' ? (
          <TextInput
            label={t('remote.server')}
            description={known.default_server ? t('remote.serverDefault', { server: known.default_server }) : t('remote.serverHint')}
            type="url"
            inputMode="url"
            placeholder={known.default_server || 'https://'}
            dir="ltr"
            {...form.field('iv_remote_server')}
          />
        ) : null}
        <FormProblem>{form.problem}</FormProblem>
        <SubmitButton progress={form.progress}>{t('remote.save')}</SubmitButton>
      </Stack>
    </form>
  );
}
